"""The players: Cython kernels, each at once a Python module and a single-shot program.

A game is a folder with a ``kernel.pyx``, and is found by having one. Kernels meet the rest of the
house at matrix.txt only, and share code as inline functions of ``.pxd`` files: a function imported
from another kernel would need that module's initialisation, which never runs in a program without
Python. A ``.pxi`` is text that is included, and begins with what it expects to be there.
"""
