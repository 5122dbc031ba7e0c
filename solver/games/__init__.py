"""Games: the tree of their turns, their files, and their review."""
