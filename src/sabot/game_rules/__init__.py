"""Rules of games: the language in which they are written, and how they become an extensive form."""

from __future__ import annotations
