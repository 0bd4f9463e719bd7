"""Makes programs: of kernels, of C and C++, of Python.

Not called `build`, since many tools take a folder of that name for products and pass it by.
"""
