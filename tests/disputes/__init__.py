"""Tests of why things happened, and of what another reading would have made of them."""
