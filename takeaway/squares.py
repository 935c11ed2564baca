"""An address as a QR code (ISO/IEC 18004), drawn by segno."""

import io

import segno

ROOM = 1_200
"""Characters of an address that a phone still reads from the last row."""


def fits(address: str) -> bool:
    """Return whether an address makes a code that can be read in a room.

    Parameters
    ----------
    address : str
        The whole link.

    Returns
    -------
    bool
        False if it is too long.
    """
    return len(address.encode()) <= ROOM


def qr_svg(address: str) -> str:
    """Return the code as SVG: black on white in any theme, border included.

    Parameters
    ----------
    address : str
        The whole link.

    Returns
    -------
    str
        An <svg> element; eight pixels for each square.

    Raises
    ------
    ValueError
        If the address does not fit (see `fits`).
    """
    if not fits(address):
        raise ValueError(f"address must have at most {ROOM} bytes.")
    code = segno.make(address, error="m", micro=False)
    out = io.BytesIO()
    code.save(
        out,
        kind="svg",
        border=4,
        dark="#000",
        light="#fff",
        scale=8,
        xmldecl=False,
    )
    return out.getvalue().decode()
