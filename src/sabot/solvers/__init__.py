"""Solvers: from the form of a game to a result with its certificate.

:mod:`sabot.solvers.registry` chooses the method that accepts a form. There is one package or module
for each kind of result: ``zero_sum`` (value, optimal strategies, uniqueness, optimal sets),
``nash``, ``all_nash``, ``binary_nash``, ``nplayer``, ``continuous``, ``parametric`` and ``cfr``
(value bounds). ``lp`` solves linear programs exactly.
"""
