"""Equilibria of two-person games that need not be zero-sum."""
