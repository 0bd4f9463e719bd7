"""``arena submit``: enters a bot in an event, once it has passed all that is checked."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated

from click.exceptions import BadParameter, Exit

from arena.bots.check import report
from arena.bots.resolve import entrant
from arena.console import plain_console
from arena.event import texts as words
from arena.event.event_files import event_file
from arena.files import Unreadable, failed_at
from arena.options import LangOption, language
from arena.parameters import Argument, Option
from arena.require_sandbox import must_run
from arena.texts import HINT
from formats.fault import Fault
from formats.names import of_file
from formats.printable import printable
from formats.text import Language
from referee.check.checks import all_checks
from tournaments.entrants.entrant_faults import TOO_LARGE
from tournaments.entrants.submission import Attempt, Submissions, submissions
from tournaments.entrants.submission_log import Version

_BAD = 1
_SHOWN = 12


def submit(
    bot: Annotated[
        str | None, Argument(metavar="BOT", help="An executable file, or a bot of ours.")
    ] = None,
    to: Annotated[
        str, Option("--to", metavar="EVENT", help="Its .toml file.", show_default=False)
    ] = "",
    name: Annotated[str | None, Option(help="Entrant's name (default: the file's name).")] = None,
    section: Annotated[
        str | None, Option(help="Of an event with several, the one to enter.")
    ] = None,
    listing: Annotated[bool, Option("--list", help="Show what was submitted.")] = False,
    lang: LangOption = None,
) -> None:
    """Check a bot and enter it in an event: the newest version that passes is what plays."""
    speech = language(lang)
    if not to:
        raise BadParameter("say where: --to EVENT.toml")
    if (bot is None) == (not listing):
        raise BadParameter("name one BOT, or --list")
    found = event_file(to, speech)
    entry = submissions(found.event(speech), found.base, found.run, section)
    if isinstance(entry, Fault):
        raise _refused([entry], speech)
    if bot is None:
        _list(entry, speech)
    else:
        _submit(bot, name, entry, speech)


def _submit(bot: str, name: str | None, entry: Submissions, speech: Language) -> None:
    path = _file(bot, speech)
    must_run(speech, entry.section.limits.stage)
    allowed = entry.section.limits.file_size
    try:
        if (size := path.stat().st_size) > allowed:
            fault = TOO_LARGE(name=printable(of_file(path.name)), size=size, allowed=allowed)
            raise _refused([fault], speech)
        data = path.read_bytes()
    except OSError as error:
        raise failed_at(bot, error) from None
    attempt = entry.attempt(name or of_file(path.name), data)
    if not isinstance(attempt, Attempt):
        raise _refused(attempt, speech)
    report(attempt.candidate.program.name, attempt.examine(), speech)
    version = attempt.enter()
    if isinstance(version, Fault):
        raise _refused([version], speech)
    _tell(version, entry, speech)
    if not version.fit:
        raise Exit(_BAD)


def _file(bot: str, speech: Language) -> Path:
    """The file to be submitted: one that is there, or a bot of ours that is built."""
    path = Path(bot)
    if path.is_file():
        return path
    if path.exists():
        raise Unreadable(f"{bot}: a bot is one file")
    program = entrant(bot, speech).program
    if program.arguments:
        raise BadParameter("a bot is submitted without arguments")
    return program.path


def _tell(version: Version, entry: Submissions, speech: Language) -> None:
    """That it plays, or what does."""
    console = plain_console()
    text = words.ENTERED if version.fit else words.NOT_ENTERED
    console.print(text.say(speech, _values(version)))
    if not version.fit:
        plays = entry.playing().get(version.name)
        text = words.STILL if plays else words.NONE
        console.print(text.say(speech, _values(plays or version)))


def _list(entry: Submissions, speech: Language) -> None:
    """Every version, the oldest first, and what has become of it."""
    console = plain_console()
    versions, playing = entry.versions(), entry.playing()
    if not versions:
        console.print(words.NOTHING.say(speech))
    for version in versions:
        if version == playing.get(version.name):
            state = words.PLAYS.say(speech)
        elif version.fit:
            state = words.REPLACED.say(speech)
        else:
            known = [label for label in version.failed if label in all_checks()]
            titles = [all_checks()[label].TITLE.say(speech) for label in known]
            state = words.FAILED.say(speech, {"checks": ", ".join(titles)})
        console.print(words.VERSION.say(speech, {**_values(version), "state": state}))


def _values(version: Version) -> dict[str, object]:
    """What sentences say of a version, its time as the clock here shows it."""
    time = datetime.fromisoformat(version.time).astimezone()
    return {
        "section": version.section,
        "name": version.name,
        "number": version.number,
        "time": f"{time:%Y-%m-%d %H:%M:%S}",
        "sha256": version.sha256[:_SHOWN],
        "size": f"{version.size:,}",
    }


def _refused(faults: Iterable[Fault], speech: Language) -> Exit:
    """Tells each reason."""
    errors = plain_console(stderr=True)
    for fault in faults:
        values = {"sentence": fault.sentence(speech), "code": fault.kind.code}
        errors.print(words.REFUSED.say(speech, values))
        if hint := fault.hint(speech):
            errors.print(f"  {HINT.say(speech)}: {hint}")
    return Exit(_BAD)
