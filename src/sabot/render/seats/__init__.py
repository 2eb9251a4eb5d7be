"""Results on games for any number of seats, as documents."""
