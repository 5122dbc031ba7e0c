"""Tests of the analysis board in a browser: a package, whose end closes the browser."""
