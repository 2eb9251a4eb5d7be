"""Baccara chemin de fer, and the games that sources made of it.

One idea a module:

``rules``, ``kinds``    a hand as it is played; what its parameters may be
``family``              the game with its name, and all that others may ask of it
``count``               the form by counting cards, in any ring of numbers
``binary``, ``form``    the same in machine integers; the form that solvers take
``theorem``             the counting with polynomials in the number of decks
``hands``, ``blocks``   many hands dealt at once, an array for each card
``outcomes``            how hands end, counted
``casino``, ``tables``  the drawing rules of the casino; the layout of the papers
``kernel``              what is left to mix where every settled view is fixed
``foster``, ``grid``    Foster's game of 1964; the grid game of model A3

Nothing is imported here: a name that is used loads the module that it needs.
"""
