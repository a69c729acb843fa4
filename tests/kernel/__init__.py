"""Tests of the kernel. `chance_vectors.json` holds known answers for whoever writes the chance again."""
