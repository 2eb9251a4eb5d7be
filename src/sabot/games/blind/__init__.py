"""Poker models with hands that are real numbers: von Neumann's game, and Risticz's with a blind.

Risticz, *Mathematical models and computer simulation of poker* (1973), is the source of the second.

``family``   the rules of both, told once for real hands and for finitely many ranks
``opening``  where to look for the cuts of an equilibrium
``formulas`` the same games for two with a parameter left open
"""
