"""All extreme Nash equilibria of a bimatrix game, the components they form, and the proof.

``kernel``      the search and its integer proofs as loops that can be compiled
``vectorized``  the same search on many cases at once in numpy, without compiling
``branching``   the proven tree of cases: float search, exact proof and vertices of every leaf
``solve``       maximal Nash subsets, components, the result
"""
