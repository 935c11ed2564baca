"""What is served before Streamlit works: the page that carries it.

Streamlit's own page is gray for minutes where its connection is blocked. Here
it gets a script that says what is wrong.
"""
