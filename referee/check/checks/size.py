"""Check whether the program is small enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from formats.text import Text
from referee.check.binary import CannotRead, read_beginning
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding, failed, passed
from referee.numbers import BYTES, count_text, number

TITLE = Text("size", "размер")
ORDER = 20
_GOOD = Text("{size} of {allowed}", "{size} из {allowed}")
_LARGE = Text(
    "it has {size}, and at most {allowed} are allowed",
    "в программе {size}, а можно не больше {allowed}",
)
_ADVICE = Text(
    "build it without debugging symbols (-s), optimize for size (-Os), and leave out needless data",
    "соберите без отладочных символов (-s), с оптимизацией по размеру (-Os), без лишних данных",
)
_STREAMS = Text(
    "it has {size}, and at most {allowed} are allowed: <iostream> is linked into it",
    "в программе {size}, а можно не больше {allowed}: в неё вкомпонован <iostream>",
)
_STREAMS_ADVICE = Text(
    "print and read with <cstdio> (fprintf, fscanf): without <iostream> and <fstream> it is small",
    "пишите и читайте через <cstdio> (fprintf, fscanf): без <iostream> и <fstream> она мала",
)
_GLIBC = Text(
    "it has {size}, and at most {allowed} are allowed: all of glibc is linked into it",
    "в программе {size}, а можно не больше {allowed}: в неё вкомпонована glibc",
)
_GLIBC_ADVICE = Text(
    "link without -static, or build it with musl-gcc (apt-get install musl-tools)",
    "компонуйте без -static или соберите с musl-gcc (apt-get install musl-tools)",
)
_LIBRARIES = (
    (b"St9basic_iosIcSt11char_traitsIcEE", "libstdc++", _STREAMS, _STREAMS_ADVICE),
    (b"GLIBC_TUNABLES", "libc.so", _GLIBC, _GLIBC_ADVICE),
)
"""Bytes of programs that use a library, the beginning of the library's name, and the message.

The library is linked into such a program unless the program names it as one that it needs.
"""


def run(checked_bot: CheckedBot) -> Iterator[Finding]:
    size, allowed = checked_bot.program.path.stat().st_size, checked_bot.size_limit
    values = {"size": count_text(size, BYTES), "allowed": number(allowed)}
    is_good = size <= allowed
    yield passed(_GOOD, **values) if is_good else _finding_of_large_file(checked_bot, values)


def _finding_of_large_file(checked_bot: CheckedBot, values: Mapping[str, Text]) -> Finding:
    content = read_beginning(checked_bot.program.path)
    try:
        header = checked_bot.header
    except CannotRead:
        header = None
    for marker, library, sentence, advice in _LIBRARIES:
        is_linked = header and not any(name.startswith(library) for name in header.libraries)
        if is_linked and marker in content:
            return failed(sentence, advice, **values)
    return failed(_LARGE, _ADVICE, **values)
