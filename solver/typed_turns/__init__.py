"""Turns as people type them: which legal turn is meant, or why none is."""
