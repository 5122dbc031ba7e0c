"""Endgame tables: building them, their files, and looking a position up."""
