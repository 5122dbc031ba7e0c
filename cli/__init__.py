"""The command line: words, columns and colours around `solver`."""
