"""PostgreSQL, embedded or a club's own: its processes, connections and backups, and what to do without it."""
