"""What more than one page needs of Streamlit.

With two BLAS threads small products are several times slower than with one,
so the number is set here, before NumPy loads.
"""

import os

for _variable in (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
):
    os.environ.setdefault(_variable, "1")
