"""Lists of all extreme equilibria of a bimatrix game, checked: each of them, and that they are all."""
