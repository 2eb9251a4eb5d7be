"""Play against the optimum: one session, which prints nothing."""
