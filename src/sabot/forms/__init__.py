"""Games as mathematics: forms, each with a way back to the words of the game."""
