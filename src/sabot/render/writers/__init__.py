"""Writers: one document as terminal text, LaTeX, Markdown, HTML or CSV.

Each writer is a module named after its format, with a function ``render``.
"""
