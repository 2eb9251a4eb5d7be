"""Playing cards: notation, shoes with exact draws, poker hands and their odds."""
