"""A page on the wall of a lecture hall: one picture, one sentence, large.

`screen=projector` in the address, the key P, or the button. It stands above
the kit: app.py draws it around whichever page is open.
"""
