"""How a game is told: families, strings, parameters, tables, the explorer."""
