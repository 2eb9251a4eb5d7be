"""The proofs of Theorems 5, 6 and 7; what they say of every d is proved for every d."""
