"""Theorems in words, tables and formulas."""
