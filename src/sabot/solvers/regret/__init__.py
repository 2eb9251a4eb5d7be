"""Regret minimisation that ends with a proven interval."""
