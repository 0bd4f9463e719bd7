"""The programming language of a submitted program, from the bytes of its file.

Compilers, bundlers and interpreters leave their names in programs. Teachers and students have
several names for a language, which are compared by one spelling.
"""

from __future__ import annotations

import re

from referee.check.binary import MAGIC

CPP = "C++"
_LANGUAGE_BY_NAME = {
    "c": "c++",
    "cpp": "c++",
    "с++": "c++",  # The first letter is Russian.
    "с": "c++",
    "py": "python",
    "питон": "python",
    "паскаль": "pascal",
    "ява": "java",
    "delphi": "pascal",
    "golang": "go",
    "с#": "c#",
}
"""Other names of languages, in small letters; C and C++ cannot be told apart in a program."""
_LONGEST_FIRST_LINE = 4096
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
_SHEBANG = re.compile(rb"#![ \t]*([^\r\n]+)")


def canonical_language(name: str) -> str:
    """Return one spelling for all names of a language."""
    folded_name = name.strip().casefold()
    return _LANGUAGE_BY_NAME.get(folded_name, folded_name)


def is_script(data: bytes) -> bool:
    """Return whether a program is a text that names its interpreter in the first line."""
    return data.startswith(b"#!")


def language_of(data: bytes) -> str:
    """Return the language of a program from the bytes of its file; empty if unknown.

    Compilers and bundlers leave their names in their output. C and C++ leave nothing that
    distinguishes them: a program in C is called C++, as which it can be compiled.
    """
    if is_script(data):
        return _language_of_script(data)
    if data.startswith(b"PK\3\4"):
        return "Java" if b"META-INF/MANIFEST.MF" in data else "Python"
    if data.startswith(b"\xca\xfe\xba\xbe"):
        return "Java"
    if not data.startswith(MAGIC):
        return ""
    return next((name for trace, name in _TRACES if trace.search(data)), CPP)


def _language_of_script(data: bytes) -> str:
    match = _SHEBANG.match(data[:_LONGEST_FIRST_LINE])
    words = match[1].decode("utf-8", "replace").split() if match else []
    for word in words:
        program = word.rpartition("/")[2]
        name = re.sub(r"[0-9.]+$", "", program)
        if name in _INTERPRETERS:
            return _INTERPRETERS[name]
    return ""
