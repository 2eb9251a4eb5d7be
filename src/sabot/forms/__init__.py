"""Forms of games: extensive, sequence, normal, additive, parametric, and with continuous types."""
