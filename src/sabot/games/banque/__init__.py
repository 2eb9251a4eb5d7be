"""Baccara banque: one Banker against the hands of two Players, dealt with replacement."""
