"""Games for any number of seats: all pure equilibria, and profiles with proved gains."""
