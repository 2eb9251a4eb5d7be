"""What the larger verbs of :mod:`sabot.api` do, a module each; it has their words and forwards."""
