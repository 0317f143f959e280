"""A game's state as people see it: areas with pieces, what can be done, who is asked."""
