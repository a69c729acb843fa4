"""Tests of the kernel. `chance_vectors.json` holds known answers for other implementations of chance."""
