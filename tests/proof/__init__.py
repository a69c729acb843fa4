"""Tests of referee/proof. Promise A1: the Merkle and note code agrees with public vectors and accepts nothing else."""
