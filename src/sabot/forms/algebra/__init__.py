"""Formulas and points: quotients of polynomials as numbers and text, roots as exact points."""
