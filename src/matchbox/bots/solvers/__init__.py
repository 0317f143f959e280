"""Games solved exactly: bots that cannot be beaten in the long run."""
