"""Questions and their answers: searches, the slots they run in, and the answers kept."""
