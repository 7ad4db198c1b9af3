"""What concerns whom: found after the fact, told in sentences."""
