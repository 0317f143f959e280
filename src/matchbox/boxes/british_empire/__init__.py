"""Three Small Games in the British Empire +2, designed by PREOPEN."""
