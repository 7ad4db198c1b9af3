"""Everything the club prints: warband sheets, unit cards, mission reports, a whole league in one file.

`data` says what a page tells, `layout` decides where it goes, `pdf` draws it. Whoever wants a page fills a
dataclass of `data`; nothing in here reads the database or a clock.
"""
