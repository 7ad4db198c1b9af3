"""The JSON face of a league: read what a person may see, and the same two calls the pages make.

Views here translate; who may see is `campaigns.shell.league`'s and who may act is the door's business. A
sealed answer never passes through: what the rest of the journal holds of it is its fingerprint.
"""
