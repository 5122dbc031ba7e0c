"""Random inputs for every reader, and random questions with small budgets for every search."""
