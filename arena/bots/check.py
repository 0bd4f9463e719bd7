"""``arena check``: is a bot fit to be entered, and if not, what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from click.exceptions import Exit

from arena.bots import texts
from arena.bots.check_report import (
    ReportFormat,
    collect_findings,
    main_reason,
    print_report,
    report_as,
)
from arena.bots.kept_turn import keep as keep_turn
from arena.bots.resolve import NamedBot, asked_game, largest_boards, named_bot_to_check
from arena.bots.tried_turn import TriedTurn, show, tried_turn_from_lost_turn
from arena.commands import ExitStatus
from arena.console import print_data
from arena.event_files import event_file
from arena.game_request import GameRequest, refuse_large_board, warn_of_other_game
from arena.option_values import clock_in, size_in
from arena.options import (
    EVENT_NAMES,
    BotArgument,
    GameOption,
    KeepOption,
    LanguageOption,
    LimitOption,
    RulesOption,
    SandboxOption,
    SizeOption,
    reader_language,
)
from arena.parameters import Option, WrongUsage
from arena.require_sandbox import asked_isolation, require_isolation
from formats.fault import Fault
from formats.game import StartRequest
from formats.names import name_from_file_name
from formats.printable import shell_line
from formats.text import Language, Text
from referee.check import examine
from referee.check.binary import read_beginning
from referee.check.checked_bot import CheckedBot
from referee.check.finding import Finding
from referee.check.positions import POSITIONS
from referee.program import SIZE_LIMIT
from referee.turn import play
from referee.verdict import Ending
from tournaments.entrants.class_list import check_student, read_class_list
from tournaments.submission import bot_to_check, find_section

_TIME = "30"
"""Seconds for a whole game by default."""


def check(
    bot: BotArgument,
    game: GameOption = None,
    rules: RulesOption = None,
    size: SizeOption = None,
    limit: LimitOption = None,
    time: Annotated[
        str | None,
        Option(
            help=Text(
                "Seconds per side for the whole game (default: 30).",
                "Секунд у каждой стороны на всю партию (по умолчанию 30).",
            )
        ),
    ] = None,
    size_limit: Annotated[
        int | None,
        Option(
            min=1,
            help=Text(
                "Largest allowed size of the bot, in bytes (default: 500,000).",
                "Наибольший размер бота в байтах (по умолчанию 500 000).",
            ),
        ),
    ] = None,
    position: Annotated[
        int | None,
        Option(
            min=1,
            max=POSITIONS,
            help=Text(
                "Only show its turn in the position of this number.",
                "Только показать запуск в позиции с этим номером.",
            ),
        ),
    ] = None,
    event: Annotated[
        str | None,
        Option(
            "--event",
            metavar="EVENT",
            completed=EVENT_NAMES,
            help=Text(
                "Take game, clock and limits from this event.",
                "Взять игру, часы и ограничения из этого турнира.",
            ),
        ),
    ] = None,
    section: Annotated[
        str | None,
        Option(
            help=Text(
                "Section of the event, if it has several.", "Раздел турнира, если их несколько."
            )
        ),
    ] = None,
    keep: KeepOption = None,
    output_format: Annotated[
        ReportFormat,
        Option(
            "--format",
            help=Text(
                "Output format: for people, programs, editors or CI.",
                "Вид вывода: для людей, программ, редакторов или CI.",
            ),
        ),
    ] = ReportFormat.TEXT,
    sandbox: SandboxOption = True,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    if position is not None and output_format is not ReportFormat.TEXT:
        raise WrongUsage(texts.FORMAT_BESIDE_POSITION)
    named_bot = named_bot_to_check(bot, language)
    options = {"game": game, "rules": rules, "size": size, "limit": limit, "time": time}
    given_options: dict[str, object] = {
        name: value for name, value in options.items() if value is not None
    }
    if event is None:
        if section is not None:
            raise WrongUsage(texts.SECTION_WITHOUT_EVENT)
        start = StartRequest(size_in(size))
        clock = clock_in(_TIME if time is None else time)
        request = GameRequest(asked_game(game, named_bot), rules, start, clock, limit)
        checked_bot, student_finding = _for_game(named_bot, request, size_limit), None
    else:
        if given_options or size_limit is not None:
            raise WrongUsage(texts.BY_THE_EVENT)
        given_options = {"event": event, "section": section}
        checked_bot, student_finding = _for_event(named_bot, event, section, language)
    board = checked_bot.game.start(checked_bot.request).board
    refuse_large_board(largest_boards(checked_bot.game.name, named_bot), board)
    isolation = require_isolation(
        language, asked_isolation(sandbox=sandbox) or checked_bot.isolation
    )
    checked_bot = replace(checked_bot, isolation=isolation)
    if position is None:
        again = _command_line(bot, given_options, sandbox=sandbox)
        is_good, tried = _check_all(checked_bot, student_finding, language, again, output_format)
    else:
        is_good, tried = _show_position(checked_bot, language, position)
    if keep is not None and tried is not None:
        is_text = output_format is ReportFormat.TEXT
        keep_turn(tried, keep, bot, isolation, language, stderr=not is_text)
    if not is_good:
        raise Exit(ExitStatus.BAD)


def _for_game(bot: NamedBot, request: GameRequest, size_limit: int | None) -> CheckedBot:
    """Return the bot as it is checked without an event."""
    first = request.first_matrix()
    most = size_limit or bot.settings.size_limit or SIZE_LIMIT
    return CheckedBot(bot.program, first.game, request.start, first.times[0], size_limit=most)


def _for_event(
    bot: NamedBot, event: str, section: str | None, language: Language
) -> tuple[CheckedBot, Finding | None]:
    """Return the bot as it is checked on submission to the event, and a finding on its student.

    Print a warning if the bot is for another game. Raise WrongUsage if the event has no such
    section.
    """
    file = event_file(event)
    section_or_fault = find_section(file.event(language), section)
    if isinstance(section_or_fault, Fault):
        raise WrongUsage(section_or_fault.kind.text, **section_or_fault.values)
    warn_of_other_game(bot.settings, section_or_fault.game, language)
    path = bot.program.path
    data = read_beginning(path) if path.is_file() else b""
    name = bot.settings.name or name_from_file_name(path.name)
    student_finding = check_student(read_class_list(file.folder), name, data)
    return bot_to_check(section_or_fault, replace(bot.program, name=name)), student_finding


def _check_all(
    checked_bot: CheckedBot,
    student_finding: Finding | None,
    language: Language,
    again: str,
    output_format: ReportFormat,
) -> tuple[bool, TriedTurn | None]:
    """Make all checks and print their report.

    Return whether the bot passes, and the turn that shows best why not.
    """
    name = checked_bot.program.name
    findings = collect_findings(
        name, lambda tell: examine(replace(checked_bot, tell=tell)), language
    )
    findings = [student_finding, *findings] if student_finding else findings
    if output_format is ReportFormat.TEXT:
        is_good = print_report(name, findings, language, again)
    else:
        print_data(report_as(output_format, checked_bot.program, findings, language) + "\n")
        is_good = main_reason(findings) is None
    lost_turn = next((finding.lost_turn for finding in findings if finding.lost_turn), None)
    return is_good, None if lost_turn is None else tried_turn_from_lost_turn(lost_turn)


def _show_position(
    checked_bot: CheckedBot, language: Language, number: int
) -> tuple[bool, TriedTurn]:
    """Show the bot's turn in the position of that number; return whether it is good, and the turn.

    A turn that is late by a short clock is played again with a long one.
    """
    before = checked_bot.case(number).matrix
    with checked_bot.sandbox() as sandbox:
        turn = play(before, sandbox, checked_bot.judging)
        offence = turn.judgement.offence
        if offence and offence.ending is Ending.OUT_OF_TIME:
            before = before.with_times((checked_bot.time, checked_bot.time))
            turn = play(before, sandbox, checked_bot.judging)
    tried = TriedTurn(checked_bot.program, before, turn, checked_bot.judging)
    show(tried, language)
    return tried.is_good, tried


def _command_line(bot: str, options: Mapping[str, object], *, sandbox: bool) -> str:
    """Return the command line that checks the bot in the same way."""
    parts = [f"--{name}={value}" for name, value in options.items() if value is not None]
    return shell_line("arena", "check", bot, *parts, *([] if sandbox else ["--no-sandbox"]))
