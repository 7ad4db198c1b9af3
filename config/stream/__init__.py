"""The live stream, and how many follow it."""
