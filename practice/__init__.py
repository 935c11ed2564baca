"""Exercises on a page: for `/exercises`, and for the end of a step.

`exercise(lesson, kind, seed)` draws one; `progress()` tells what has been done.
It stands above the kit and below the pages.
"""
