"""All equilibria of two-player separable games with binary actions, of one game or parametric.

``branching``  the gain of each binary choice, proportional choices merged; the search: what must
               hold in every equilibrium, case by case, as a proof tree
``solve``      extreme equilibria of each case, range after range of the parameter, the results
"""
