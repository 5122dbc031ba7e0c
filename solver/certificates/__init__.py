"""Proofs to carry away: a strategy that anybody can check, by the rules alone."""
