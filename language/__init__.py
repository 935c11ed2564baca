"""Text, words, pieces and ids. Knows no mathematics.

Reading order: words, pieces, scripts.
"""
