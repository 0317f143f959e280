"""Matchbox: 22 small tabletop games, to play in company and to drive from Python."""

__version__ = "0.2.0"
