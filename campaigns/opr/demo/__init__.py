"""The demo club’s leagues of warbands: who plays with what, and how their seasons went so far."""
