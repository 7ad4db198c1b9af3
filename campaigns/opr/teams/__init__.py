"""Teams of a league of warbands: the table beside the players', who is in which."""
