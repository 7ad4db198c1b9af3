"""Other processes: started, kept running and ended in time; what they log."""
