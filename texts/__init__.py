"""What a visitor reads: content/ in the visitor's language, and escaped."""
