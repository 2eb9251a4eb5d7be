"""Sparse programs in long numbers: factors, walks and lifting that owe nothing to floats."""
