"""A game in numbers: how fair, long, deep, lucky and tense it is when bots of several levels play it.

`plan` says which games to play, `collection` plays and keeps them, `measures`, `duels` and `reviews` turn them into
figures, and `document` puts the figures together. `words` says what they mean, `replays` finds games that show it,
`charts` and `page` draw them, and `make` writes everything to a folder.
"""
