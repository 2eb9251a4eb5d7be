"""Networks with quadratic costs: who chooses his roads alone, who together, and what that costs.

Dafermos' example in Risticz (1973), section 6.2, and any other network of that kind in a file.

``flows``   the three optima, exact
``family``  the games by their names, and the file
"""
