"""Equilibria of games that are not zero-sum."""
