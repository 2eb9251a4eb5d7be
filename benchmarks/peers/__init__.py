"""The peers: other people's solvers, each in the form a `Tool` wants."""
