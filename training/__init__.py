"""How the shipped models were made; imported by nothing in the app."""
