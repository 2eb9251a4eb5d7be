"""The pages of the games with real hands: cuts on [0, 1], moved by the number that is open."""
