"""Exact algebra of the checker: polynomials, real roots, formulas, intervals, number fields."""
