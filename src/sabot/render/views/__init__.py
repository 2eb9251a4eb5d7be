"""From a result to a document, one module a kind of result."""
