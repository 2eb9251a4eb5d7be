"""Equilibria of games with real hands: read, and every seat's best reply bounded."""
