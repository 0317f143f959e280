"""The box's components: 26 cards in two colours, and the combinations to play.

Cards are counted by kind: 0-9 is red A-10, 10-19 is black A-10.
"""

from __future__ import annotations

import numpy as np

BOX = "OPEN"

RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
RANKS = 10
BLACK = 10  # kind of a black card minus its rank
KINDS = 20
CARDS = 26
COPIES = np.array([1] * 10 + [2, 2, 2, 2, 2, 1, 1, 1, 1, 2], np.int64)  # by kind
TWINS = (0, 1, 2, 3, 4, 9)  # ranks with two black cards: A, 2, 3, 4, 5, 10
TWIN_NAMES = tuple(RANK_NAMES[rank] for rank in TWINS)

# Combinations. HIDDEN plays the concealed one of two black cards when the other is open (R11).
RED1, BLACK1, MIXED, BLACK2, THREE, HIDDEN1, HIDDEN_MIXED = range(7)
REDS = np.array([1, 0, 1, 0, 1, 0, 1], np.int64)  # by combination
BLACKS = np.array([0, 1, 1, 2, 2, 1, 1], np.int64)

# Set of ranks that may follow a value: the higher ones; on a 10 an A, which counts 11; on 11 nothing (R3, R4).
FOLLOWING = np.array([(1 << RANKS) - 1 >> value << value for value in range(10)] + [1, 0], np.int64)
