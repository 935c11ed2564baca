"""One fixed C against a c_i for every word."""
