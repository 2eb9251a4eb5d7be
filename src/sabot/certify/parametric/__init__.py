"""Parametric proofs of zero-sum games: values and optimal plans for every value of a parameter."""
