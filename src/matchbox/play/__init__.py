"""One table as a pure state machine. Nothing here reads a clock, stores anything or uses a network."""
