"""The hot loops of the whist family, to be compiled."""
