"""An organiser's word to a club, a league, a night, or to two people."""
