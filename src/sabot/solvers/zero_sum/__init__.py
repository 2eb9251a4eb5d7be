"""Two-person zero-sum forms, from a form to everything that is proved of it."""
