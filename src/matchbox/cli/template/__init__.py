"""The files that `matchbox new-game` writes.

`game` is a complete game, and `tests` has its tests. `package` has the files around a game in a package of its own.
The command replaces the id `template_game`, the name "Template Game" and the box "Template Box".
"""
