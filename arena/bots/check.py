"""``arena check``: is a bot fit to be entered, and if not, what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from click.exceptions import Exit
from rich.console import Console

from arena.bots import texts as words
from arena.bots.resolve import candidate as entrant_to_check
from arena.commands import ExitStatus
from arena.console import Styled, plain_console
from arena.game_request import GameRequest
from arena.option_values import clock_in, size_in
from arena.options import (
    BotArgument,
    GameOption,
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
from arena.texts import HINT
from formats.game import StartRequest
from formats.printable import printable
from formats.text import Language, Text
from referee.check import examine
from referee.check.candidate import SIZE_LIMIT, Candidate
from referee.check.checks import all_checks
from referee.check.finding import Finding, Grade
from referee.numbers import ERRORS, counted

_COLOURS = {Grade.PASSED: "green", Grade.WARNED: "bold yellow", Grade.FAILED: "bold red"}


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
    if not report(candidate.program.name, examine(candidate), speech):
        raise Exit(ExitStatus.BAD)


def report(name: str, findings: Iterable[Finding], speech: Language) -> bool:
    """Prints each finding as it comes; whether nothing failed."""
    console = plain_console()
    name = printable(name)
    failures = 0
    with console.status(words.CHECKING.say(speech, {"name": name})):
        for finding in findings:
            failures += finding.grade is Grade.FAILED
            _print(finding, console, speech)
    text = words.UNFIT if failures else words.FIT
    values = {"name": name, "errors": counted(failures, ERRORS)}
    console.print(text.say(speech, values), style="bold")
    return not failures


def _print(finding: Finding, console: Console, speech: Language) -> None:
    grades = {grade: grade.word.say(speech) for grade in Grade}
    titles = [check.TITLE.say(speech) for check in all_checks().values()]
    grade = f"{grades[finding.grade]:<{max(map(len, grades.values()))}}"
    title = f"{finding.title.say(speech) if finding.title else '':<{max(map(len, titles))}}"
    line = Styled.assemble((grade, _COLOURS[finding.grade]), f"  {title}  ")
    console.print(line.append(finding.sentence.say(speech)))
    margin = " " * (len(grade) + 2)
    if finding.advice:
        console.print(f"{margin}{HINT.say(speech)}: {finding.advice.say(speech)}")
    for shown in finding.exhibit.splitlines():
        console.print(f"{margin}| {shown}", style="dim")
