"""Properties of a finite game in strategic form, each with the evidence that proves it."""
