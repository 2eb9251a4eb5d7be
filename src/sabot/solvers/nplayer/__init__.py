"""Games for any number of players: pure and exact mixed equilibria, profiles with exact regrets.

``regrets``              a profile's payoffs and regrets, in fractions or in a number field
``approximate``          regret minimisation in floats, rounded and evaluated exactly
``pure``                 all pure equilibria
``support_enumeration``  exact equilibria in small supports; all candidates of 2 x 2 x 2 games
``indifference_curves``  blocks of two binary players and a third: where an equilibrium may be
``two_binary_players``   their equilibria, exact
``solve``                the order in which these are tried
"""
