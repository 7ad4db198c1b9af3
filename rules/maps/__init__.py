"""Maps as plain values, for every campaign that is fought on one: ground, hexes, checks, generator, exchange."""
