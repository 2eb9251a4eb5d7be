"""Results on games for any number of seats: pure equilibria, profiles with exact gains."""
