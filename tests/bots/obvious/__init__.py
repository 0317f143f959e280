"""Positions in which anybody knows what to do, written by hand from the rules pages."""
