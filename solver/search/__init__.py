"""Exact searches: best lines, forced wins, and the lines of play that prove them."""
