"""Refinements of Nash equilibrium: found, and shown by trembles or subgame by subgame.

``solve`` chooses the method and writes the certificate, ``subgame_perfect`` goes backward through
the subgames, ``perturbed_game`` finds one quasi-perfect or extensive-form perfect equilibrium of
two players as the limit of trembling ones, and ``trembles`` looks for trembles that show a given
equilibrium to be refined.
"""
