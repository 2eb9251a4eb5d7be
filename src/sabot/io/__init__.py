"""Read and write files: Gambit's formats, matrices, strategies as text, users' modules."""
