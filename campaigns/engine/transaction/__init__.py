"""One locked transaction through the door, step by step; and what everybody who passes it stands on."""
