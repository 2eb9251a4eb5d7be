"""What strategies earn: simulation, best replies, expectations."""
