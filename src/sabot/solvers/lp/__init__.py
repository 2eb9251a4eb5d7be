"""Exact linear programming: floats propose a basis, integer arithmetic judges and repairs it."""
