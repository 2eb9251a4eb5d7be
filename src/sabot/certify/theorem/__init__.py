"""Theorems, checked: proofs for every value of a parameter."""
