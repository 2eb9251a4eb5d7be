"""Cards face down: a drawn card branches the telling only when the rules look at it.

Told with open cards, the betting of a poker game is the same Python again for every deal. Here a
drawn card is a :class:`~sabot.telling.facedown.card.FaceDown`, which may be shown and passed on
unseen, and which asks how the cards may lie only when it is compared, counted or printed. What
comes of it is a :class:`~sabot.telling.facedown.skeleton.Skeleton`: few steps, each standing for
many nodes, from which the very tree that open cards give can be built, or the form without the
tree.

Rules that do not look like that (they ask for a card's type, or raise, or show things that cannot
be taken apart) are told with open cards; a sample of open hands holds the two tellings together.
"""
