"""What is printed of a league of warbands: sheets, cards, the report for a pen, the league’s file."""
