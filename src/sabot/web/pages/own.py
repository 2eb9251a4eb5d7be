"""Tell your own game."""

PAGES = ()
