"""Whist on a page of the workbench: a deal played card by card, its matrix, puzzles."""
