"""Exact algebra for payoffs: rational functions of one variable, real roots, algebraic numbers."""
