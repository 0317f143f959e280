"""OPEN, designed by Takashi Saito."""
