"""What a visitor takes away of a picture: files that prove their numbers.

Each module makes one kind of file from a `Picture`: no Streamlit, no network.
Reading order: picture, numbers, document, sheet, sources, script, tex_words,
tex, pages, squares, handout.
"""
