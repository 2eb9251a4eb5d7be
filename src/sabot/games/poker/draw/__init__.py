"""Five-card draw from the whole pack, after Risticz (1973), chapter 2.

``rules``        one hand, told to a table                ``family``   the game by its name
``seen``         what a player knows                      ``players``  who may sit down
``thesis``       the strategy of 2.7 to 2.9               ``equilibrium``  the solved first phase
``kernel``       the rules again, for many hands          ``dealing``  hands by the million
``tournament``   players against each other, the button moving
"""
