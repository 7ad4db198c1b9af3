"""Requests: acts that bind others and wait for their word."""
