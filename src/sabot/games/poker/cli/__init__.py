"""The verbs that five-card draw brings."""
