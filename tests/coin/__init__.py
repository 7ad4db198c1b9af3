"""A coin-tossing league: the sixth game, for the tests alone. What a new game needs, and nothing else."""
