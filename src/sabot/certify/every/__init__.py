"""Lists of all extreme equilibria of a bimatrix game, checked: each, and that they are all."""
