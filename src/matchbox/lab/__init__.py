"""Experiments with whole games: simulation, measuring."""
