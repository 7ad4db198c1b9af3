"""Maps as plain values, for every campaign fought on one: ground, hexes, checks, generator, exchange."""
