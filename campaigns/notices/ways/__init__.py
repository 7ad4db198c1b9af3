"""The ways out of the office, and the outbox that sends along them."""
