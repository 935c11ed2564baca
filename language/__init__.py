"""Text, words, pieces and ids. Knows no mathematics.

Reading order: words, parts, pieces, reading, scripts, common, verdict.
"""
