"""Games with hands that are real numbers: betting that is public, a hand from [0, 1] that is not.

``betting``    the public tree: who is asked what, and how a hand may end
``answers``    strategies: at each turn an action for every hand, in finitely many intervals
``piecewise``  exact piecewise polynomials on [0, 1], in which all payoffs are functions of a hand
``opened``     the same with a parameter left open, for theorems
``worth``      what a profile pays each seat, and the best that each could do instead
"""
