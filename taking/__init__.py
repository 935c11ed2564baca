"""What is taken away, on a page: buttons, a link, a QR code.

`take_box(lesson, taken, sentence)` draws the box. The files are made by
`takeaway/`, pictures by the browser. It stands above the kit and below the
pages.
"""
