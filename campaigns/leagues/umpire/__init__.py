"""*Is this right?*: what was given, what happened and what somebody expects, and what the rules say to it."""
