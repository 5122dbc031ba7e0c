"""The commands, a module each, named after its command."""
