"""A game in numbers: how fair, long, deep, lucky and tense it is when bots of several levels play it.

`plan` says which games to play, `collection` plays and keeps them, `measures` and `duels` turn them into figures, and
`document` puts the figures together. `page` beside them draws the report.
"""
