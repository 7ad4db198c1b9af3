"""The pages beside the table: a mission from set-up to report, and the steps after it."""
