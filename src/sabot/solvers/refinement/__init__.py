"""Refinements of Nash equilibrium: found, and shown by trembles or subgame by subgame.

``solve`` chooses the method and writes the certificate, ``subgame_perfect`` goes backward through
the subgames, ``quasi_perfect`` follows Lemke's path in a game with trembles of several orders, and
``trembles`` looks for trembles that show a given equilibrium to be refined.
"""
