"""Text, words, pieces and ids. Knows no mathematics.

Reading order: words, french, parts, pieces, reading, scripts, common, verdict.
"""
