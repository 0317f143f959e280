"""The games, one folder a rulebook. Nothing here knows of servers or pages."""
