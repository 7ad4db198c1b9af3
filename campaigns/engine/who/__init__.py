"""Who may see and do what, and who is who."""
