"""How a league is: who is behind by the nights they came to, who fell silent, who always meets whom."""
