"""One document, five ways to write it: terminal, LaTeX, Markdown, HTML, CSV."""
