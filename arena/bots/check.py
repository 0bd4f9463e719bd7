"""``arena check``: is a bot fit to be entered, and if not, what to do."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from click.exceptions import Exit

from arena.bots.check_report import gathered, report
from arena.bots.kept_turn import keep as keep_turn
from arena.bots.resolve import candidate as entrant_to_check
from arena.bots.tried_turn import TriedTurn, of_lost, show
from arena.commands import ExitStatus
from arena.game_request import GameRequest
from arena.option_values import clock_in, size_in
from arena.options import (
    BotArgument,
    GameOption,
    KeepOption,
    LangOption,
    LimitOption,
    RulesOption,
    SandboxOption,
    SizeOption,
    TimeOption,
    language,
)
from arena.parameters import Option
from arena.require_sandbox import asked_stage, must_run
from formats.game import StartRequest
from formats.text import Language, Text
from referee.check import examine
from referee.check.candidate import POSITIONS, SIZE_LIMIT, Candidate
from referee.sandbox.stage_choice import chosen
from referee.turn import play
from referee.verdict import Ending


def check(
    bot: BotArgument,
    game: GameOption = None,
    rules: RulesOption = None,
    size: SizeOption = None,
    limit: LimitOption = None,
    time: TimeOption = "30",
    size_limit: Annotated[
        int,
        Option(
            min=1,
            help=Text(
                "Largest allowed size of the bot, in bytes.", "Наибольший размер бота в байтах."
            ),
        ),
    ] = SIZE_LIMIT,
    position: Annotated[
        int | None,
        Option(
            min=1,
            max=POSITIONS,
            help=Text(
                "Only show its turn in the position of this number.",
                "Только показать ход в позиции с этим номером.",
            ),
        ),
    ] = None,
    keep: KeepOption = None,
    sandbox: SandboxOption = True,
    lang: LangOption = None,
) -> None:
    """Check all that a submitted bot is judged by: exit status 1 if it fails."""
    speech = language(lang)
    entered = entrant_to_check(bot, speech)
    start = StartRequest(size_in(size))
    first = GameRequest(game or entered.game, rules, start, clock_in(time), limit).first_matrix()
    candidate = Candidate(
        entered.program,
        first.game,
        start,
        first.times[0],
        size_limit=size_limit,
        stage=must_run(speech, asked_stage(sandbox=sandbox)),
    )
    if position is None:
        given = {"game": game, "rules": rules, "size": size, "limit": limit, "time": time}
        good, tried = _examined(candidate, speech, _again(bot, given, sandbox=sandbox))
    else:
        good, tried = _shown(candidate, speech, position)
    if keep is not None and tried is not None:
        keep_turn(tried, keep, bot, chosen(candidate.stage), limit, speech)
    if not good:
        raise Exit(ExitStatus.BAD)


def _examined(candidate: Candidate, speech: Language, again: str) -> tuple[bool, TriedTurn | None]:
    """Whether it passes all checks; and the turn that shows best why not."""
    name = candidate.program.name
    findings = gathered(name, lambda tell: examine(replace(candidate, tell=tell)), speech)
    good = report(name, findings, speech, again)
    lost = next((finding.lost for finding in findings if finding.lost), None)
    return good, None if lost is None else of_lost(lost)


def _shown(candidate: Candidate, speech: Language, number: int) -> tuple[bool, TriedTurn]:
    """Show its turn in the position of that number; return whether it is good, and the turn.

    As in the check, a turn that is late by a short clock is played again with a long one.
    """
    before = candidate.case(number).matrix
    with candidate.sandbox() as sandbox:
        turn = play(before, sandbox, candidate.rules)
        offence = turn.judged.offence
        if offence and offence.ending is Ending.OUT_OF_TIME:
            before = before.with_times((candidate.time, candidate.time))
            turn = play(before, sandbox, candidate.rules)
    tried = TriedTurn(candidate.program, before, turn, candidate.rules)
    show(tried, speech)
    return tried.good, tried


def _again(bot: str, given: Mapping[str, object], *, sandbox: bool) -> str:
    """The command line that checks the bot in the same way."""
    words = [f"--{name}={value}" for name, value in given.items() if value is not None]
    return shlex.join(["arena", "check", bot, *words, *([] if sandbox else ["--no-sandbox"])])
