"""The language in which a program was written, as far as its file shows it.

Compilers and bundlers leave their names in their output. C and C++ leave nothing that distinguishes
them, so that a program in C is called C++ here, as which it can be compiled.
"""

from __future__ import annotations

import re

CPP = "C++"

_HEAD = 4096
_INTERPRETERS = {
    "python": "Python",
    "pypy": "Python",
    "node": "JavaScript",
    "perl": "Perl",
    "ruby": "Ruby",
    "lua": "Lua",
    "bash": "Shell",
    "dash": "Shell",
    "sh": "Shell",
    "awk": "AWK",
    "gawk": "AWK",
    "mawk": "AWK",
    "java": "Java",
    "dotnet": "C#",
}
_TRACES = (
    # A bundle of Python is an executable in C that contains Python, so it comes first.
    (re.compile(rb"_MEIPASS|PyInstaller|PYZ-00\.pyz|__pyx_|Py_Initialize"), "Python"),
    (re.compile(rb"_CorExeMain|mscoree\.dll|System\.Private\.CoreLib|DOTNET_"), "C#"),
    (re.compile(rb"Go build ID|go\.buildid|\.gopclntab|\xff Go buildinf:"), "Go"),
    (re.compile(rb"/rustc/|rust_begin_unwind|rust_panic|RUST_BACKTRACE"), "Rust"),
    (re.compile(rb"FPC [0-9]\.[0-9]|Free Pascal|Borland|Embarcadero|SOFTWARE\\Borland"), "Pascal"),
    (re.compile(rb"libgfortran|_gfortran_"), "Fortran"),
)
_BINARIES = (b"\x7fELF", b"MZ")
_SHEBANG = re.compile(rb"#![ \t]*([^\r\n]+)")


def language_of(data: bytes) -> str:
    """Return the language of a program from the bytes of its file; empty if unknown."""
    if data.startswith(b"#!"):
        return _of_script(data)
    if data.startswith(b"PK\3\4"):
        return "Java" if b"META-INF/MANIFEST.MF" in data else "Python"
    if data.startswith(b"\xca\xfe\xba\xbe"):
        return "Java"
    if not data.startswith(_BINARIES):
        return ""
    return next((name for trace, name in _TRACES if trace.search(data)), CPP)


def _of_script(data: bytes) -> str:
    match = _SHEBANG.match(data[:_HEAD])
    words = match[1].decode("utf-8", "replace").split() if match else []
    for word in words:
        program = word.rpartition("/")[2]
        name = re.sub(r"[0-9.]+$", "", program)
        if name in _INTERPRETERS:
            return _INTERPRETERS[name]
    return ""
