"""Views: from a result to a document, one module per kind of result.

A view function returns what the terminal shows; ``*_paper`` or ``*_tables`` returns what is pasted
into a paper, ``*_wiki`` what goes into a wiki, and ``*_sheet`` what a spreadsheet reads.
"""
