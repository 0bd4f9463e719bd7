"""Similar programs are reported, and programs that share only what all have are not."""

from __future__ import annotations

from random import Random

from tournaments.entrants.program_similarity import similar_programs


def code(seed: int, lines: int = 60) -> str:
    random = Random(seed)
    return "".join(f"x{random.random()} = y{random.random()}\n" for _ in range(lines))


def test_a_program_with_other_comments_is_like_the_one_it_was_made_of() -> None:
    skeleton = code(0)
    programs = {f"p{n}": f"#!/usr/bin/python3\n{skeleton}{code(n)}" for n in range(1, 6)}
    programs["copy"] = programs["p1"].replace("\n", "   # mine\n", 40).upper().replace("#!", "#!")
    similarities = list(similar_programs({name: text.encode() for name, text in programs.items()}))
    assert [(pair.name, pair.other) for pair in similarities] == [("p1", "copy")]


def test_programs_that_share_a_library_only_are_not_similar() -> None:
    library = Random(1).randbytes(100_000)
    programs = {f"p{n}": b"\x7fELF" + library + Random(n).randbytes(9000) for n in range(2, 8)}
    assert list(similar_programs(programs)) == []
    programs["copy"] = programs["p2"] + b"one more byte"
    (pair,) = similar_programs(programs)
    assert {pair.name, pair.other} == {"p2", "copy"}
    assert pair.share > 0.9
