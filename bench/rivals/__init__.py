"""What somebody could write by hand at the least: the same person check, one statement a page, f-strings.

Each page prints every word that ours has in its `<main>`, and no other (`tests/test_rivals.py`), and is
served by the same kind of server (`bench.rivals.settings`).
"""
