"""Poker with cards: betting rounds as data, and the games that share them.

``betting``         betting rounds, side pots, rake, symbolic stakes, small packs
``kuhn``            one card each and one bet
``leduc``           one card each, a common card, two rounds
``five_card_draw``  five-card draw from the whole deck, for two to seven players
"""
