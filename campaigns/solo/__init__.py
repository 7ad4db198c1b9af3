"""Pages of games against the app: the club's games and lists, the table, the roster, the way to a league."""
