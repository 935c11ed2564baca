"""The story in steps: each a picture, a sentence or two, a thing to do."""
