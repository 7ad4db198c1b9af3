"""Figures for docs/performance.md: `manage.py bench` (or `make bench`) measures and writes the page.

Everything runs on a database of its own in a temporary directory. Our cost is given as a ratio to the least
somebody could write by hand for the same data, measured in the same round, because ratios survive a busy
machine and seconds do not. Nothing in the product imports this package.
"""
