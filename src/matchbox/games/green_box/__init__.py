"""Green Box of Games, designed by Jørgen Brunborg-Næss."""
