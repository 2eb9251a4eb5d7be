"""Theorems: one solution for all values of a parameter."""
