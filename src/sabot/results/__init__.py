"""What comes back: frozen, typed results; dictionaries only where they are saved and loaded."""
