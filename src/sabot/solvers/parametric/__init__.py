"""Parametric zero-sum games: one solution, with a proof, for all values of a parameter."""
