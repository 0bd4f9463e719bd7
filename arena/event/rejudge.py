"""``arena rejudge``: replay every game of an event by the rules, and compare."""

from __future__ import annotations

import re
from typing import Annotated

from click.exceptions import Exit

from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.event_folder import EventArgument, end_on_ledger_faults, folder_of, tournament_in
from arena.options import LanguageOption, reader_language
from arena.parameters import Option, WrongUsage
from formats.text import Language, Text
from referee.machine import cores
from tournaments.run.rejudging import Difference, judge_again
from tournaments.run.tournament import Tournament

_HEAD = re.compile(r"(?:\d+ )?([0-9a-f]{64})", re.IGNORECASE | re.ASCII)


def rejudge(
    event: EventArgument,
    head: Annotated[
        str | None,
        Option(
            "--head",
            metavar="HASH",
            help=Text(
                "Confirm that the ledger contains this published hash: of its head or of the"
                " secret seed.",
                "Подтвердить, что в журнале есть этот опубликованный хеш: журнала или"
                " тайного seed.",
            ),
        ),
    ] = None,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    published = _hash_of(head) if head is not None else None
    tournament = tournament_in(folder_of(event), language)
    result = judge_again(tournament, len(cores()))
    differences = [_sentence_of(difference, language) for difference in result.differences]
    differences += [
        texts.OTHER_TABLE.say(language, {"section": state.section.name})
        for state in result.sections_with_other_table
    ]
    differences += [text.say(language) for text in result.draw_differences]
    console = plain_console()
    for line in differences:
        console.print(line)
    if published is not None:
        differences += _check_published(tournament, published, language)
    reading = tournament.reading
    if reading and reading.missing_heads:
        lines = {"missing": reading.missing_heads, "lines": len(reading.hashes)}
        console.print(texts.HEADS_MISSING.say(language, lines))
    end_on_ledger_faults(tournament, language)
    if differences:
        raise Exit(ExitStatus.BAD)
    values = {"games": result.games, "head": tournament.head.hash}
    console.print(texts.RECORDS_AGREE.say(language, values))
    if sentence := tournament.seed_sentence:
        console.print(texts.SEED_AGREES.say(language, {"sentence": sentence}))
    decisions = reading.decisions if reading else ()
    if decisions:
        console.print(texts.DECISIONS_AGREE.say(language, {"decisions": len(decisions)}))
    if not tournament.is_finished:
        games = sum(state.games for state in tournament.sections)
        done = sum(len(state.entries) for state in tournament.sections)
        console.print(texts.NOT_OVER.say(language, {"done": done, "games": games}))


def _hash_of(head: str) -> str:
    """Return the hash in lower case; the text is a line of ``arena table --head``, or a hash."""
    match = _HEAD.fullmatch(head.strip())
    if match is None:
        raise WrongUsage(texts.NO_HASH, text=head)
    return match[1].lower()


def _sentence_of(difference: Difference, language: Language) -> str:
    values: dict[str, object] = {
        "section": difference.entry.section,
        "what": difference.what,
        "sentence": difference.sentence,
    }
    return texts.DIFFERENCE.say(language, values)


def _check_published(tournament: Tournament, published: str, language: Language) -> list[str]:
    """Print whether the ledger contains the published hash; return the line if it does not."""
    hashes = tournament.reading.hashes if tournament.reading else ()
    values: dict[str, object] = {"head": published}
    seed = tournament.event.secret_seed
    if seed is not None and published == seed.hash:
        plain_console().print(texts.SEED_CONTAINED.say(language, values))
        return []
    if published in hashes:
        values["entries"] = hashes.index(published)
        plain_console().print(texts.HEAD_IS_CONTAINED.say(language, values))
        return []
    line = texts.HEAD_IS_NOT_CONTAINED.say(language, values)
    plain_console().print(line)
    return [line]
