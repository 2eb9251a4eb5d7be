"""Form in, solution of the form out; each method one file."""
