"""Games for any number of seats: profiles of strategies, and what each seat could gain."""
