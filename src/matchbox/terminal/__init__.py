"""Matchbox in the terminal: as plain text, and full screen."""
