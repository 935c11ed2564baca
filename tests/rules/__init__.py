"""Rules of the house: each reads the tree and returns what breaks it."""
