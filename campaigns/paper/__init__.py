"""What everything printed has in common: papers, faces, measures, the code, the press, a whole league.

A game sets its own pages and hands their HTML to `pdf`; nothing in here knows what stands on one.
"""
