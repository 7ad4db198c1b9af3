"""What somebody, or a club's chat, is told, as they choose it."""
