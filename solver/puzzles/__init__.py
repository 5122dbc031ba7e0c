"""Puzzles: reading and writing their files, and judging what they claim."""
