"""What of a page is drawn once and kept, or told apart by what it shows."""
