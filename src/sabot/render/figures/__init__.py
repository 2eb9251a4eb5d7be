"""Figures of games, solutions, theorems and sweeps.

>>> import sabot
>>> figure = sabot.plot("baccara(model=A1)")
>>> figure.panels[0].marks[0].label
'p = 9/11, value -679568/53094899'
"""

from __future__ import annotations
