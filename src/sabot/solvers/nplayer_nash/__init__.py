"""All equilibria of small games for three or more players, with a proof that there are no others.

``subdivision``   the strategy space cut into cells until each is empty, or has one equilibrium
``support_point`` the equilibrium of a support: Newton's method, then exact in a number field
``solve``         the list: isolated equilibria, components, and where the search was left open
"""
