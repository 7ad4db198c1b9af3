"""The kinds of notifications: what each says, whether it still holds, who finds it."""
