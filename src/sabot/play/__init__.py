"""Play against the optimum: a session of a person at one seat, which prints nothing."""
