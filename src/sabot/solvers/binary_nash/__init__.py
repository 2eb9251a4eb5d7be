"""All equilibria of two-player separable games with binary actions, of one game or parametric.

``binary_game``  the gain of each binary choice; proportional choices are merged
``branching``    the search: what must hold in every equilibrium, case by case, as a proof tree
``solve``        extreme equilibria of each case, range after range of the parameter, the results
"""
