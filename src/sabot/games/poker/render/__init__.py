"""Five-card draw for readers: the table at which a person sits, and who won."""
