"""Figures of the pages as SVG, with the exact numbers in ``data-`` attributes.

Colours come from classes only: ``static/workbench.css`` has them for a light page, a dark one, a
projector and print.
"""
