"""HTTP itself: bodies, headers, caching, streams and limits, with no idea of the game."""
