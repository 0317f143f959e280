"""Every game behind the interfaces that researchers use: PettingZoo, Gymnasium, OpenSpiel.

Each submodule needs its own package (extra: research); nothing here imports one by itself.
"""
