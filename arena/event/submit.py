"""``arena submit``: enter a bot in an event, once it has passed all checks."""

from __future__ import annotations

from collections.abc import Iterable
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
from arena.game_request import bot_folder, warn_of_other_game
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
from tournaments.submission import PendingVersion, Submissions, submissions
from tournaments.submission.attachments import Attachments, attachments_from_paths, missing_sentence
from tournaments.submission.log import Version, late_sentence

_COLUMNS = ("time", "name", "number", "sha256", "size", "state", "attachments")


class _Request(NamedTuple):
    """The options of the command: either a bot with its attachments, or an action."""

    section: str | None
    name: str | None
    bot: str | None
    source: Path | None
    report: Path | None
    action: str
    """Name of the option that says what to do without a bot; empty with one."""
    number: int | None
    """Number of the version to play or to check again."""

    def attachments(self, language: Language) -> Attachments:
        """Return the attachments; print a fault of them and raise Exit if there is one."""
        try:
            attachments = attachments_from_paths(self.source, self.report)
        except OSError as error:
            raise FileFailure.at(self.source or self.report or "", error) from None
        if isinstance(attachments, Fault):
            raise _print_faults([attachments], language)
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
    options = {"list": listing, "play": play, "recheck": recheck, "withdraw": withdraw}
    actions = [action for action, value in options.items() if value]
    if (bot is not None) + len(actions) != 1 or (actions not in ([], ["list"]) and not name):
        raise WrongUsage(texts.NAME_ONE)
    if bot is None and (source or report_file):
        raise WrongUsage(texts.ATTACHMENTS_NEED_BOT)
    number = play or recheck
    request = _Request(section, name, bot, source, report_file, "".join(actions), number)
    act = _act_on_site if to.startswith(("http://", "https://")) else _act_on_folder
    act(to, request, language)


def _act_on_site(to: str, request: _Request, language: Language) -> None:
    """Submit the bot with its attachments to a class's site; without a bot, do the action there."""
    # The modules of HTTP take longer to load than the rest of the command.
    from arena.class_site.client import ClassSite, print_refusals  # noqa: PLC0415
    from arena.class_site.submission import act_on_site, submit_to_site  # noqa: PLC0415

    site = ClassSite.at(to, language)
    section, name, bot = request.section, request.name, request.bot
    with print_refusals():
        if bot is None:
            act_on_site(site, section, name, request.action, request.number)
        else:
            path, attachments = _file(bot, language), request.attachments(language)
            submit_to_site(site, section, _name_of(path, name), path, attachments)


def _act_on_folder(to: str, request: _Request, language: Language) -> None:
    """Submit the bot with its attachments to an event; without a bot, do the action there."""
    file = event_file(to)
    section, name, number = request.section, request.name, request.number
    event = file.event(language)
    section_submissions = submissions(event, file.folder, file.run, section)
    if isinstance(section_submissions, Fault):
        raise _print_faults([section_submissions], language)
    if request.bot is not None:
        attachments = request.attachments(language)
        title = event.title_of(section_submissions.section)
        _submit(request.bot, name, section_submissions, title, attachments, language)
    elif name is None or request.action == "list":
        _list(section_submissions, language)
    elif request.action == "recheck" and number is not None:
        _recheck(section_submissions, section_submissions.version(name, number), language)
    else:
        version = (
            section_submissions.withdraw(name)
            if number is None
            else section_submissions.play(name, number)
        )
        if isinstance(version, Fault):
            raise _print_faults([version], language)
        text = WITHDRAWN_VERSION if number is None else CHOSEN_VERSION
        plain_console().print(text.say(language, _values(version, section_submissions)))


def _submit(
    bot: str,
    name: str | None,
    section_submissions: Submissions,
    title: str,
    attachments: Attachments,
    language: Language,
) -> None:
    path = _file(bot, language)
    require_isolation(language, section_submissions.section.limits.isolation, IN_EVENT)
    allowed = section_submissions.section.limits.program_size
    try:
        if (size := path.stat().st_size) > allowed:
            raise _print_faults(
                [too_large(printable(_name_of(path, name)), size, allowed)], language
            )
        data = path.read_bytes()
    except OSError as error:
        raise FileFailure.at(bot, error) from None
    warn_of_other_game(bot_folder(path.parent), section_submissions.section.game, language)
    pending = section_submissions.pending(_name_of(path, name), data)
    if not isinstance(pending, PendingVersion):
        raise _print_faults(pending, language)
    program = pending.checked_bot.program.name
    findings = collect_findings(program, lambda tell: pending.examine(tell=tell), language)
    print_report(program, findings, language)
    version = pending.enter(attachments)
    if isinstance(version, Fault):
        raise _print_faults([version], language)
    _print_entry(version, section_submissions, title, language)
    if not version.is_fit:
        raise Exit(ExitStatus.BAD)


def _name_of(path: Path, name: str | None) -> str:
    """Return the entrant's name: as given, of the bot's folder, or of the file."""
    return name or bot_folder(path.parent).name or name_from_file_name(path.name)


def _recheck(
    section_submissions: Submissions, version: Version | Fault, language: Language
) -> None:
    """Check a stored version again, and print its new state."""
    if isinstance(version, Fault):
        raise _print_faults([version], language)
    require_isolation(language, section_submissions.section.limits.isolation, IN_EVENT)
    pending = section_submissions.recheck(version)
    findings = collect_findings(version.name, lambda tell: pending.examine(tell=tell), language)
    print_report(version.name, findings, language)
    checked = pending.enter()
    if isinstance(checked, Fault):
        raise _print_faults([checked], language)
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
    version: Version, section_submissions: Submissions, title: str, language: Language
) -> None:
    """Print whether the version plays, or which one does."""
    console = plain_console()
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


def _print_faults(faults: Iterable[Fault], language: Language) -> Exit:
    for fault in faults:
        print_faults([fault], language)
    return Exit(ExitStatus.BAD)
