"""The verbs that the whist family brings, and a deal of it played at the terminal."""
