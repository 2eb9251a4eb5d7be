"""The checker of theorems on real hands: cuts and payoffs as formulas in a parameter."""
