"""All equilibria of two-person games told by binary choices, for one game or for all of a family.

``choices``   what each choice gains, and choices that are alike taken together
``ranges``    signs of polynomials on a range of the parameter, each decided once
``cases``     the search: what must hold in every equilibrium, case by case, as a proof tree
``mixes``     the set of equilibria in a case that is left
``theorem``   piece after piece of the parameter's range
"""
