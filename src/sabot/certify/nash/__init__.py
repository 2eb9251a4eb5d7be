"""Equilibria of two-person games whose payoffs sum to anything: read, and checked."""
