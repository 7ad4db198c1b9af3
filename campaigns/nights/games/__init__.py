"""Games to come: asked for, agreed, moved, begun on the evening."""
