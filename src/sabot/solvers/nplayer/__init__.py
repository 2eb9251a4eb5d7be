"""Games for any number of players: pure and exact mixed equilibria, profiles with exact regrets.

``regrets``              a profile's payoffs and regrets, in fractions or in a number field
``support_enumeration``  all pure equilibria; exact ones in small supports; those of 2 x 2 x 2 games
``indifference_curves``  blocks of two binary players and a third: where an equilibrium may be
``solve``                regret minimisation, two binary players, the order of the methods
"""
