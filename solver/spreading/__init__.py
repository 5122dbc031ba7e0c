"""Spreading the tasks of a question: over this process, others of this machine, or a cluster."""
