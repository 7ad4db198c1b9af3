"""What only programs ask of the rules: rehearsing a dialogue, its reference, what is covered, spelling.

A game's own figures by name lie in `rules/<game>/figures/`, not here: importing a game registers all of it,
and imports run down. A game whose figures lay above it would have to be put together by the shelf out of two
packages; in its own folder it brings everything, the toy game of the tests as well as a book's.
"""
