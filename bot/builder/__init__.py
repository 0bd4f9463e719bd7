"""The builder of programs from kernels, from C and C++, and from Python.

The package is not called `build`, since many tools skip a folder of that name.
"""
