"""``arena submit``: check a bot and record it as a version of an entrant of an event."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NamedTuple

from click.exceptions import Exit
from rich.cells import cell_len, set_cell_size

from arena.bots.check_report import collect_findings, print_report
from arena.bots.resolve import named_bot
from arena.commands import ExitStatus
from arena.console import plain_console
from arena.event import texts
from arena.event.event_folder import print_faults
from arena.event_files import event_file
from arena.files import FileFailure
from arena.game_request import read_bot_settings, warn_of_other_game
from arena.options import BOT_HELP, BOT_NAMES, EVENT_NAMES, LanguageOption, reader_language
from arena.parameters import Argument, Option, WrongUsage
from arena.require_sandbox import IN_EVENT, require_isolation
from arena.texts import (
    CHOSEN_VERSION,
    NO_VERSION_PLAYS,
    OTHER_VERSION_PLAYS,
    RECHECKED_VERSION,
    WITHDRAWN_VERSION,
)
from formats.fault import Fault
from formats.names import name_from_file_name
from formats.printable import printable
from formats.text import Language, Text
from referee.numbers import BYTES, count_text
from tournaments.entrants.entrant_faults import too_large
from tournaments.event.model import Event
from tournaments.submission import PendingVersion, Submissions, submissions
from tournaments.submission.attachments import Attachments, attachments_from_paths, missing_sentence
from tournaments.submission.log import Version, late_sentence

_COLUMNS = ("time", "name", "number", "sha256", "size", "state", "attachments")


class _Action(StrEnum):
    """An action on the versions of an event; its value is the name of its option."""

    LIST = "list"
    PLAY = "play"
    RECHECK = "recheck"
    WITHDRAW = "withdraw"


class _BotFiles(NamedTuple):
    """Bot to submit and its attachments, as the options name them."""

    bot: str
    name: str | None
    source: Path | None
    report: Path | None

    def attachments(self, language: Language) -> Attachments:
        """Return the attachments; print a fault of them and raise Exit if there is one."""
        try:
            attachments = attachments_from_paths(self.source, self.report)
        except OSError as error:
            raise FileFailure.at(self.source or self.report or "", error) from None
        if isinstance(attachments, Fault):
            raise _exit_after_faults([attachments], language)
        return attachments


def submit(
    bot: Annotated[
        str | None,
        Argument(metavar="BOT", help=BOT_HELP, completed=BOT_NAMES),
    ] = None,
    to: Annotated[
        str,
        Option(
            "--to",
            metavar="EVENT|URL",
            completed=EVENT_NAMES,
            help=Text(
                "The event's .toml file, or the address of the class's site, where the token is"
                " in ARENA_TOKEN or asked for.",
                "Файл турнира .toml или адрес сайта класса; токен — в ARENA_TOKEN, иначе его"
                " спросят.",
            ),
            show_default=False,
        ),
    ] = "",
    name: Annotated[
        str | None,
        Option(
            help=Text(
                "Entrant's name (default: from arena.toml beside the file, or the file's name).",
                "Имя участника (по умолчанию имя из arena.toml рядом с файлом или имя файла).",
            )
        ),
    ] = None,
    section: Annotated[
        str | None,
        Option(
            help=Text(
                "Section to enter, if the event has several.",
                "В какой раздел сдать, если их несколько.",
            )
        ),
    ] = None,
    source: Annotated[
        Path | None,
        Option(
            "--source",
            exists=True,
            metavar="FILE|DIR",
            help=Text(
                "The sources of the bot, a file or a folder, kept with it.",
                "Исходники бота, файл или папка; хранятся с ним.",
            ),
        ),
    ] = None,
    report_file: Annotated[
        Path | None,
        Option(
            "--report",
            exists=True,
            dir_okay=False,
            metavar="FILE",
            help=Text("The report on the bot, kept with it.", "Отчёт о боте; хранится с ним."),
        ),
    ] = None,
    listing: Annotated[
        bool, Option("--list", help=Text("List what has been submitted.", "Показать всё сданное."))
    ] = False,
    play: Annotated[
        int | None,
        Option(
            "--play",
            metavar="N",
            min=1,
            help=Text(
                "Let version N of --name play instead of the newest.",
                "Пусть играет версия N участника --name, а не последняя.",
            ),
        ),
    ] = None,
    recheck: Annotated[
        int | None,
        Option(
            "--recheck",
            metavar="N",
            min=1,
            help=Text(
                "Check version N of --name again.", "Проверить ещё раз версию N участника --name."
            ),
        ),
    ] = None,
    withdraw: Annotated[
        bool,
        Option(
            "--withdraw",
            help=Text(
                "Take the bot of --name out; its versions stay kept.",
                "Снять бота участника --name; его версии остаются.",
            ),
        ),
    ] = False,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    if not to:
        raise WrongUsage(texts.SAY_WHERE)
    options = {
        _Action.LIST: listing,
        _Action.PLAY: play,
        _Action.RECHECK: recheck,
        _Action.WITHDRAW: withdraw,
    }
    actions = [action for action, value in options.items() if value]
    if (bot is not None) + len(actions) != 1 or (actions not in ([], [_Action.LIST]) and not name):
        raise WrongUsage(texts.NAME_ONE)
    if bot is None and (source or report_file):
        raise WrongUsage(texts.ATTACHMENTS_NEED_BOT)
    is_site = to.startswith(("http://", "https://"))
    if bot is not None:
        submit_bot = _submit_to_site if is_site else _submit_to_event
        submit_bot(to, section, _BotFiles(bot, name, source, report_file), language)
    else:
        act = _act_on_site if is_site else _act_on_event
        act(to, section, actions[0], name, play or recheck, language)


def _submit_to_site(to: str, section: str | None, files: _BotFiles, language: Language) -> None:
    # The modules of HTTP take longer to load than the rest of the command.
    from arena.class_site.client import ClassSite, print_refusals  # noqa: PLC0415
    from arena.class_site.submission import submit_to_site  # noqa: PLC0415

    site = ClassSite.at(to, language)
    with print_refusals():
        path, attachments = _file(files.bot, language), files.attachments(language)
        submit_to_site(site, section, _name_of(path, files.name), path, attachments)


def _act_on_site(
    to: str,
    section: str | None,
    action: _Action,
    name: str | None,
    number: int | None,
    language: Language,
) -> None:
    from arena.class_site.client import ClassSite, print_refusals  # noqa: PLC0415 - see above
    from arena.class_site.submission import act_on_site  # noqa: PLC0415 - see above

    site = ClassSite.at(to, language)
    with print_refusals():
        act_on_site(site, section, name, action, number)


def _submissions_to(to: str, section: str | None, language: Language) -> tuple[Submissions, Event]:
    """Return the submissions of the section, and its event; print a fault and raise Exit if any."""
    file = event_file(to)
    event = file.event(language)
    section_submissions = submissions(event, file.folder, file.run, section)
    if isinstance(section_submissions, Fault):
        raise _exit_after_faults([section_submissions], language)
    return section_submissions, event


def _act_on_event(
    to: str,
    section: str | None,
    action: _Action,
    name: str | None,
    number: int | None,
    language: Language,
) -> None:
    section_submissions, _ = _submissions_to(to, section, language)
    match action, name, number:
        case _Action.LIST, _, _:
            _list(section_submissions, language)
        case _Action.PLAY, str(entrant), int(version_number):
            chosen = section_submissions.play(entrant, version_number)
            _print_change(CHOSEN_VERSION, chosen, section_submissions, language)
        case _Action.WITHDRAW, str(entrant), _:
            withdrawn = section_submissions.withdraw(entrant)
            _print_change(WITHDRAWN_VERSION, withdrawn, section_submissions, language)
        case _Action.RECHECK, str(entrant), int(version_number):
            version = section_submissions.version(entrant, version_number)
            _recheck(section_submissions, version, language)


def _print_change(
    text: Text, version: Version | Fault, section_submissions: Submissions, language: Language
) -> None:
    """Print what was done with the version; print a fault and raise Exit if it is one."""
    if isinstance(version, Fault):
        raise _exit_after_faults([version], language)
    plain_console().print(text.say(language, _values(version, section_submissions)))


def _submit_to_event(to: str, section: str | None, files: _BotFiles, language: Language) -> None:
    """Check the bot, print the report and record the version; raise Exit if it is not fit."""
    section_submissions, event = _submissions_to(to, section, language)
    attachments = files.attachments(language)
    path = _file(files.bot, language)
    require_isolation(language, section_submissions.section.limits.isolation, IN_EVENT)
    name = _name_of(path, files.name)
    allowed = section_submissions.section.limits.program_size
    try:
        if (size := path.stat().st_size) > allowed:
            raise _exit_after_faults([too_large(printable(name), size, allowed)], language)
        data = path.read_bytes()
    except OSError as error:
        raise FileFailure.at(files.bot, error) from None
    warn_of_other_game(read_bot_settings(path.parent), section_submissions.section.game, language)
    pending = section_submissions.pending(name, data)
    if not isinstance(pending, PendingVersion):
        raise _exit_after_faults(pending, language)
    program = pending.checked_bot.program.name
    findings = collect_findings(program, lambda tell: pending.examine(tell=tell), language)
    print_report(program, findings, language)
    version = pending.enter(attachments)
    if isinstance(version, Fault):
        raise _exit_after_faults([version], language)
    _print_entry(version, section_submissions, event, language)
    if not version.is_fit:
        raise Exit(ExitStatus.BAD)


def _name_of(path: Path, name: str | None) -> str:
    """Return the entrant's name: as given, of the bot's folder, or of the file."""
    return name or read_bot_settings(path.parent).name or name_from_file_name(path.name)


def _recheck(
    section_submissions: Submissions, version: Version | Fault, language: Language
) -> None:
    """Check a stored version again, and print its new state."""
    if isinstance(version, Fault):
        raise _exit_after_faults([version], language)
    require_isolation(language, section_submissions.section.limits.isolation, IN_EVENT)
    pending = section_submissions.recheck(version)
    findings = collect_findings(version.name, lambda tell: pending.examine(tell=tell), language)
    print_report(version.name, findings, language)
    checked = pending.enter()
    if isinstance(checked, Fault):
        raise _exit_after_faults([checked], language)
    plays = section_submissions.playing().get(checked.name) == checked
    state = checked.state(section_submissions.section.hand_in.deadline, plays=plays)
    values = {**_values(checked, section_submissions), "state": state}
    plain_console().print(RECHECKED_VERSION.say(language, values))
    if not checked.is_fit:
        raise Exit(ExitStatus.BAD)


def _file(bot: str, language: Language) -> Path:
    """Return the file to be submitted: an existing one, or a built-in bot."""
    path = Path(bot)
    if path.is_file():
        return path
    if path.exists() and not path.is_dir():
        raise FileFailure(texts.ONE_FILE.filled({"bot": bot}))
    program = named_bot(bot, language).program
    if program.arguments:
        raise WrongUsage(texts.NO_ARGUMENTS)
    return program.path


def _print_entry(
    version: Version, section_submissions: Submissions, event: Event, language: Language
) -> None:
    """Print the outcome of a submission: what plays, lateness, and missing attachments."""
    console = plain_console()
    title = event.title_of(section_submissions.section)
    console.print(version.entry_sentence(title).say(language))
    if not version.is_fit:
        plays = section_submissions.playing().get(version.name)
        text = OTHER_VERSION_PLAYS if plays else NO_VERSION_PLAYS
        console.print(text.say(language, _values(plays or version, section_submissions)))
    if late := late_sentence(version.time, section_submissions.section.hand_in.deadline):
        console.print(late.say(language), style="yellow")
    if missing := section_submissions.missing().get(version.name):
        console.print(missing_sentence(missing).say(language), style="yellow")


def _list(section_submissions: Submissions, language: Language) -> None:
    """Print every version, the oldest first, with its state."""
    console = plain_console()
    versions, playing = section_submissions.versions(), section_submissions.playing()
    deadline = section_submissions.section.hand_in.deadline
    if not versions:
        console.print(texts.NOTHING_SUBMITTED.say(language))
    rows = [[texts.COLUMNS[key].say(language) for key in _COLUMNS]] if versions else []
    for version in versions:
        state = version.state(deadline, plays=version == playing.get(version.name)).say(language)
        attachments = " ".join(filter(None, (version.sources, version.report)))
        values = _values(version, section_submissions)
        values |= {"state": state, "attachments": attachments}
        rows.append([_cell(values[key], language) for key in _COLUMNS])
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (set_cell_size(cell, width) for cell, width in zip(row, widths, strict=True))
        console.print("  ".join(cells).rstrip())


def _cell(value: object, language: Language) -> str:
    return value.say(language) if isinstance(value, Text) else printable(str(value))


def _values(version: Version, section_submissions: Submissions) -> dict[str, object]:
    """Return the values of a version that sentences use."""
    return {
        "section": version.section,
        "name": version.name,
        "number": version.number,
        "time": version.time_text(section_submissions.section.hand_in.deadline),
        "sha256": version.short_hash,
        "size": count_text(version.size, BYTES),
    }


def _exit_after_faults(faults: Iterable[Fault], language: Language) -> Exit:
    """Print the faults; return the Exit to raise."""
    print_faults(faults, language)
    return Exit(ExitStatus.BAD)
