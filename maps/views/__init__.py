"""Pages of map leagues."""
