"""Pairs of languages, their trained models, and the numbers of a typed pair.

Of Streamlit only what caches for all visitors, and the sentence that ends a
page without its model. In reading order: languages, models, view.
"""
