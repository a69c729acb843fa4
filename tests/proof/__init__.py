"""Tests of referee/proof: promise A1, the Merkle and note code agrees with public vectors and accepts nothing else."""
