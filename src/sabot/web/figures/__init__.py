"""Figures as SVG: drawn by hand, with the exact numbers in ``data-`` attributes.

Nothing here has a colour of its own but by class: ``static/workbench.css`` has them for a light
page, a dark one, a projector and print.
"""
