"""Many games, one table: which games, who works, in which batches, what is kept."""
