"""The kernel compiled to look for its own faults: memory, undefined behaviour, threads."""
