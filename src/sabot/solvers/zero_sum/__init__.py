"""Two-player zero-sum games: value, optimal strategies, uniqueness and optimal sets, exactly."""
