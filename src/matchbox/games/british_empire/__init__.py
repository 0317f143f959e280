"""Three Small Games in the British Empire +2, by Kumeta and Ao no hito, published by PREOPEN."""
