"""Exercises made from a seed, with answers, likely mistakes and full lines.

Reading order: task, drawing, answers; then the kinds by subject (scores,
weights, contexts, reading, sizes, recurrence, layers), and kinds, which lists
them. Every answer is computed by `attention_core`. No Streamlit here, and no
words: a kind's texts stand in content/texts/tasks.toml.
"""
