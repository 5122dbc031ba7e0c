"""Puzzles on paper: booklets of diagrams, with the solutions on pages of their own."""
