"""A mission while it is played: its page by parts, and the taps that change them."""
