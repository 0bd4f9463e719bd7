"""``arena entrants``: the entrants of an event, with remarks and faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

from click.exceptions import Exit
from rich.console import Console

from arena.bots.builtin_bots import Size, build_all, builtin_path, small_board_of
from arena.bots.check_report import machine_message
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.event_folder import end_on_ledger_faults, tournament_in
from arena.event.plan import bonus_lines
from arena.event_files import EventFile, EventName, event_file
from arena.options import LanguageOption, reader_language
from arena.parameters import Option, WrongUsage
from arena.require_sandbox import IN_EVENT, require_isolation
from arena.texts import HINT
from formats.fault import Fault
from formats.matrix import read_matrix
from formats.text import Language, Text
from referee.check import examine
from referee.check.checks import libraries, machine
from referee.check.finding import CheckResult, Finding
from referee.machine import cores
from referee.numbers import BYTES, count_text
from referee.program import Program, RefereeError
from tournaments.entrants.class_list import ClassList, check_student, read_class_list
from tournaments.entrants.enrolment import program_names
from tournaments.entrants.entrant_faults import FOREIGN_FOLDER, SMALL_BOARD
from tournaments.entrants.roster import RosterEntry, read_roster
from tournaments.event.model import Event, Section
from tournaments.ledger import is_begun
from tournaments.run.setup import faults_beside_programs, starts
from tournaments.run.tournament import Tournament
from tournaments.storage import short_hash
from tournaments.submission import Submissions, bot_to_check, submissions
from tournaments.submission.attachments import missing_sentence


def entrants(
    event: EventName,
    check: Annotated[
        bool,
        Option(
            "--check",
            help=Text(
                "Check every entrant as arena check does, several at once.",
                "Проверить каждого участника, как arena check, по нескольку сразу.",
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    file = event_file(event)
    if is_begun(file.run):
        if check:
            raise WrongUsage(texts.CHECKED_BEFORE)
        _list_playing(tournament_in(file.run, language), plain_console(), language)
        return
    source = file.source(language)
    event_model = source.event
    entries = roster_entries(event_model, file, language)
    console = plain_console()
    class_list = read_class_list(file.folder)
    faults = [*class_list.faults, *faults_beside_programs(source, file.run)]
    for section in event_model.sections:
        section_entries = [entry for entry in entries if entry.section == section.name]
        section_submissions = submissions(event_model, file.folder, file.run, section.name)
        if isinstance(section_submissions, Fault) and section_submissions.kind is FOREIGN_FOLDER:
            faults.append(section_submissions)
        _list(section, section_entries, console, language)
        _print_submissions(
            section, section_entries, section_submissions, class_list, console, language
        )
        count = sum(entry.program is not None for entry in section_entries)
        for line in bonus_lines(section, count, len(cores()), language):
            console.print(line)
    for fault in faults:
        console.print(_fault_sentence(fault, language), style="bold red")
    is_good = not any(entry.faults for entry in entries) and not faults
    if check:
        is_good &= _check(event_model, entries, console, language)
    if not is_good:
        raise Exit(ExitStatus.BAD)


def roster_entries(event: Event, file: EventFile, language: Language) -> list[RosterEntry]:
    """Return the entrants that the event would have now."""
    build_all(program_names(event), language)
    entries = read_roster(event, file.folder, builtin_path(language))
    board_faults = small_board_faults(event, file.folder)
    for entry in entries:
        entry.faults += filter(None, [board_faults.get((entry.section, entry.name))])
    return entries


def small_board_faults(event: Event, folder: Path) -> dict[tuple[str, str], Fault]:
    """Return the faults of built-in bots for which boards of their sections are too large.

    The keys are sections and names of entrants.
    """
    faults = {}
    for number, section in enumerate(event.sections):
        for size in board_sizes(section, folder) if program_names(event) else ():
            for index, entrant in enumerate(section.entrants):
                if entrant.bot and (largest := small_board_of(entrant.bot, size)):
                    most, own = ("{} x {}".format(*sides) for sides in (largest, size))
                    faults[section.name, entrant.name] = SMALL_BOARD(
                        ("section", number, "entrants", index), bot=entrant.bot, most=most, size=own
                    )
    return faults


def board_sizes(section: Section, folder: Path) -> set[Size]:
    """Return the columns and rows of the boards of a section; files with faults have none."""
    texts_of_starts = [start for start in starts(section, folder) if isinstance(start, str)]
    matrices = [read_matrix(text.encode()).matrix for text in texts_of_starts]
    boards = [matrix.position.board for matrix in matrices if matrix]
    return {(board.width, board.height) for board in boards}


def print_roster(event: Event, file: EventFile, language: Language) -> None:
    """Print the entrants of each section in a line, with remarks, before the first game."""
    console, entries = plain_console(), roster_entries(event, file, language)
    for section in event.sections:
        section_entries = [entry for entry in entries if entry.section == section.name]
        names = [entry.name for entry in section_entries if entry.program]
        values = {"section": section.name, "count": len(names), "names": ", ".join(names)}
        console.print(texts.ENTRANT_LIST.say(language, values))
        for entry in section_entries:
            _print_remarks(entry, f"  {entry.name}: ", console, language)


def _list_playing(tournament: Tournament, console: Console, language: Language) -> None:
    """Print the entrants of an event that has begun, with latecomers and departures."""
    for state in tournament.sections:
        values = {"section": state.section.name, "count": len(state.enrolled)}
        console.print(texts.ENTRANT_COUNT.say(language, values), style="bold")
        width = max((len(record.name) for record in state.enrolled), default=0)
        for record in state.enrolled:
            size = count_text(record.size, BYTES).say(language)
            digits = short_hash(record.sha256)
            console.print(f"{record.name:<{width}}  {size:>13}  {digits}".rstrip())
            departure = state.progress.out.get(record.name)
            remarks = [texts.ADMITTED_LATE] if record in state.decisions.late else []
            remarks += [texts.DEPARTED[departure.withdrawn]] if departure else []
            for remark in remarks:
                console.print(f"  {remark.say(language)}", style="yellow")
    played = sum(len(state.entries) for state in tournament.sections)
    games = sum(state.games for state in tournament.sections)
    console.print(texts.HAS_BEGUN.say(language, {"played": played, "games": games}))
    end_on_ledger_faults(tournament, language)


def _list(
    section: Section, entries: Sequence[RosterEntry], console: Console, language: Language
) -> None:
    playing = [entry for entry in entries if entry.program]
    values = {"section": section.name, "count": len(playing)}
    console.print(texts.ENTRANT_COUNT.say(language, values), style="bold")
    width = max((len(entry.name) for entry in entries), default=0)
    for entry in entries:
        size = count_text(len(entry.program.data), BYTES).say(language) if entry.program else ""
        console.print(f"{entry.name:<{width}}  {size:>13}  {short_hash(entry.sha256)}".rstrip())
        _print_remarks(entry, "  ", console, language)
        _print_obstacles(entry, section, console, language)


def _print_submissions(
    section: Section,
    entries: Sequence[RosterEntry],
    section_submissions: Submissions | Fault,
    class_list: ClassList,
    console: Console,
    language: Language,
) -> None:
    """Print the student of each program, missing attachments, and students without a program."""
    missing = section_submissions.missing() if isinstance(section_submissions, Submissions) else {}
    for entry in entries:
        if entry.path is None or entry.program is None:
            continue
        if finding := check_student(class_list, entry.name, entry.program.data):
            style = "yellow" if finding.result is not CheckResult.PASSED else ""
            values = {"name": entry.name, "sentence": finding.sentence}
            console.print(texts.ENTRANT_SENTENCE.say(language, values), style=style)
        if names := missing.get(entry.name, section.hand_in.required):
            values = {"name": entry.name, "sentence": missing_sentence(names)}
            console.print(texts.ENTRANT_SENTENCE.say(language, values), style="yellow")
    # What takes no part, such as a folder, is listed with remarks alone.
    present = {class_list.student(entry.name) for entry in entries if entry.program or entry.faults}
    absent = [class_list.name_of(other) for other in class_list.students if other not in present]
    if absent:
        values = {"names": ", ".join(absent), "count": len(absent)}
        console.print(texts.ABSENT_STUDENTS.say(language, values), style="yellow")


def _print_remarks(entry: RosterEntry, prefix: str, console: Console, language: Language) -> None:
    """Print remarks and faults of an entrant."""
    for text in entry.remarks:
        console.print(f"{prefix}{text.say(language)}", style="yellow")
    for fault in entry.faults:
        console.print(f"{prefix}{_fault_sentence(fault, language)}", style="bold red")


def _print_obstacles(
    entry: RosterEntry, section: Section, console: Console, language: Language
) -> None:
    """Print why the program would not start: missing libraries, another system or machine."""
    if entry.path is None or entry.program is None:
        return
    checked_bot = bot_to_check(section, Program(entry.name, entry.path))
    for finding in (*libraries.run(checked_bot), *machine.run(checked_bot)):
        if finding.result is CheckResult.FAILED:
            console.print(f"  {finding.sentence.say(language)}", style="yellow")


def _fault_sentence(fault: Fault, language: Language) -> str:
    hint = fault.hint(language)
    hint_text = f" ({HINT.say(language)}: {hint})" if hint else ""
    return f"{fault.sentence(language)} [{fault.kind.code}]{hint_text}"


def _check(
    event: Event, entries: Sequence[RosterEntry], console: Console, language: Language
) -> bool:
    """Check the programs of all entrants, one on each core; return whether all passed."""
    sections = {section.name: section for section in event.sections}
    for section in event.sections:
        require_isolation(language, section.limits.isolation, IN_EVENT)
    submitted = [entry for entry in entries if entry.path is not None and entry.program is not None]
    console.print()
    have_passed = True
    with ThreadPoolExecutor(len(cores())) as pool:
        checks = pool.map(lambda entry: _findings(entry, sections), submitted)
        for entry, findings in zip(submitted, checks, strict=True):
            if isinstance(findings, RefereeError):
                have_passed = False
                console.print(machine_message(findings, entry.name).say(language))
                continue
            have_passed &= all(finding.result is not CheckResult.FAILED for finding in findings)
            console.print(_verdict(entry.name, findings, language))
    return have_passed


def _findings(entry: RosterEntry, sections: dict[str, Section]) -> list[Finding] | RefereeError:
    """Return errors and warnings about the bot, or why the machine could not check it."""
    assert entry.path is not None, "built-in bots are not checked"
    checked_bot = bot_to_check(sections[entry.section], Program(entry.name, entry.path))
    try:
        return [
            finding for finding in examine(checked_bot) if finding.result is not CheckResult.PASSED
        ]
    except RefereeError as error:
        return error


def _verdict(name: str, findings: Sequence[Finding], language: Language) -> str:
    failures = [finding for finding in findings if finding.result is CheckResult.FAILED]
    if failures:
        why = "; ".join(_sentences_of(failures, language))
        return texts.BOT_FAILED.say(language, {"name": name, "why": why})
    if findings:
        warnings = "; ".join(_sentences_of(findings, language))
        return texts.BOT_WARNED.say(language, {"name": name, "warnings": warnings})
    return texts.BOT_PASSED.say(language, {"name": name})


def _sentences_of(findings: Sequence[Finding], language: Language) -> Iterator[str]:
    for finding in findings:
        title = f"{finding.title.say(language)}: " if finding.title else ""
        yield title + finding.sentence.say(language)
