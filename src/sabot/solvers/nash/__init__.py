"""One Nash equilibrium of a two-player general-sum game, exact, and whether it is unique.

``equilibrium``               the result, exact regrets, equalizing mixtures on given supports
``complementary_pivoting``    Lemke-Howson for bimatrix games, Lemke for the sequence form
``uniqueness_sequence_form``  is a plan the same in all equilibria of a tree, by cases of sequences
``solve``                     the methods by form; is a strategy the same in every equilibrium
"""
