"""Experiments with whole games: simulations, tournaments and benchmarks."""
