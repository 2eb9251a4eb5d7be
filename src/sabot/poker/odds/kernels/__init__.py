"""Loops over all classes of hands, to be compiled."""
