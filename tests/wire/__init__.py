"""Tests of the wire: protos, conversion, service."""
