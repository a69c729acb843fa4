"""How records age: a toy game at rules version 2, and records of both versions."""
