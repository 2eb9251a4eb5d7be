"""One Nash equilibrium of a two-player general-sum game, exact, and whether it is unique.

``equilibrium``               the result, exact regrets, equalizing mixtures on given supports
``complementary_pivoting``    Lemke-Howson for bimatrix games, Lemke for the sequence form
``uniqueness``                does a player use the same strategy in every equilibrium
``uniqueness_sequence_form``  the same by cases of sequences, for trees
``solve``                     the methods by form
"""
