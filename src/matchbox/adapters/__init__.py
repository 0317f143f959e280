"""All games as PettingZoo, Gymnasium and OpenSpiel environments.

Each submodule needs its library (extra: research). Importing `matchbox.adapters` loads none of them.
"""
