"""What map campaigns share, whatever their rulebook: problems with their sentences, settings with their
texts, the table of phases, deadlines, and the accumulator that procedures book with.
"""
