"""Results rendered as documents, text and figures.

A view (:mod:`sabot.render.views`) turns a result into a document (:mod:`sabot.render.document`); a
writer (:mod:`sabot.render.writers`) turns a document into terminal text, LaTeX, Markdown, HTML or
CSV. Figures (:mod:`sabot.render.figures`) are data first and drawn afterwards. All functions are
pure; the command line and the web pages share them.
"""

from __future__ import annotations
