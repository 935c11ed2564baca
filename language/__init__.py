"""Text, words, pieces and ids. Knows no mathematics.

Reading order: words, french, pieces, scripts, joint.
"""
