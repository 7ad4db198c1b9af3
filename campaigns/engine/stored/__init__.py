"""What is stored: rows as the rules' plain state, the journal, what a process remembers of both."""
