"""Exercises: tasks made from a seed, whose answers are checked."""
