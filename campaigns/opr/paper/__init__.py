"""What is printed of a warband: its sheet, its cards, the report for a pen, the first page of its league.

`sheet_builder` fills the dataclasses of `data` from a state, `layout`, `cards` and `reports` decide what
goes where, `drawing` hands it to the templates. Only `sheet_builder` and `league` look anything up.
"""
