"""What the theorems of the source say: values, counts, limits, uniqueness."""
