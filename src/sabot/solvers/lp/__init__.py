"""Linear programs in integers: floats guess a basis, exact arithmetic judges it."""
