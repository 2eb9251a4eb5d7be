"""Checking all equilibria of games with binary choices and payoffs by seat; standard library only.

``choices``   the game in the file, and what the second action of each choice gains
``reading``   a document, read once into typed objects
``cases``     the tree of cases: no equilibrium is left out
``proof``     the equilibria that are listed, what they pay, and what is said to be unique
"""
