"""The HTTP service: words, limits and answers around `solver`, for other programs to ask."""
