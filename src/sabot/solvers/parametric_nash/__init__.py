"""All equilibria of two-player general-sum games for all values of one parameter."""
