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
from arena.option_values import clock_in, game_named, refused, size_in
from arena.options import LangOption, LimitOption, RulesOption, SandboxOption, SizeOption, language
from arena.parameters import Argument, Option, WrongUsage
from arena.require_sandbox import must_run, wished
from arena.texts import HINT
from formats.game import BadRequest, StartRequest
from formats.games import AnyGame
from formats.printable import printable
from formats.text import Language, Text
from referee.check import examine
from referee.check.candidate import SIZE_LIMIT, Candidate
from referee.check.checks import all_checks
from referee.check.finding import Finding, Grade
from referee.numbers import ERRORS, counted

_COLOURS = {Grade.PASSED: "green", Grade.WARNED: "bold yellow", Grade.FAILED: "bold red"}


def check(
    bot: Annotated[
        str,
        Argument(
            metavar="BOT",
            help=Text("An executable file, or a bot of ours.", "Исполняемый файл или наш бот."),
        ),
    ],
    game: Annotated[
        str | None,
        Option(
            help=Text(
                "The game it plays: mmpeshki, virus-war or chomp.",
                "Во что он играет: mmpeshki, virus-war или chomp.",
            )
        ),
    ] = None,
    rules: RulesOption = None,
    size: SizeOption = None,
    limit: LimitOption = None,
    time: Annotated[
        str,
        Option(
            help=Text(
                "Seconds per side for the whole game.", "Секунд у каждой стороны на всю партию."
            )
        ),
    ] = "30",
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
    name = entered.game if game is None else game
    if name is None:
        raise WrongUsage(words.WHICH_GAME)
    wish = StartRequest(size_in(size))
    law = _law(name, rules, limit, wish)
    stage = must_run(speech, wished(sandbox=sandbox))
    candidate = Candidate(
        entered.program,
        law,
        wish,
        clock_in(time),
        size_limit=size_limit,
        stage=stage,
    )
    if not report(candidate.program.name, examine(candidate), speech):
        raise Exit(ExitStatus.BAD)


def _law(name: str, rules: str | None, limit: int | None, wish: StartRequest) -> AnyGame:
    try:
        game = game_named(name, rules).limited(limit)
        game.start(wish)
    except BadRequest as error:
        raise refused(error) from None
    return game


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
