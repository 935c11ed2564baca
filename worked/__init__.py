"""Arithmetic written out so that a reader can recompute it."""
