"""Who organises one league alone: named by the organisers of its club."""
