"""One scene a game, named like the game."""
