"""Rendering of whist: solved deals, statistics of all deals, figures, narrator of a session."""
