"""What the pages about warbands show and hand in: armies on their way, warband, unit, receipt, sheet.

Plain functions from a league's state to page dataclasses. Who may look and act is decided by the views, what
is allowed by the rules, what is written by the door.
"""
