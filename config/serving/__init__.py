"""What every request meets before and after its page, and what is made ready for it."""
