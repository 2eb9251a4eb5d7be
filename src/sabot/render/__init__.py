"""Results as text: pure functions, used by the command line and, later, by the page."""
