"""Equilibria of games with real hands: cuts by Newton's method, judged by the exact best reply."""
