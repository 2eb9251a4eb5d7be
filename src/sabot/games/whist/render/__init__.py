"""Deals of the whist family on a screen, in a paper, in a figure."""
