"""Who plays whom on a night or in a round."""
