"""Entry point of the ``arena`` command: its language, and its errors."""

from __future__ import annotations

import io
import os
import sys
import traceback
from pathlib import Path
from typing import NoReturn

import click
from click.exceptions import NoArgsIsHelpError

from arena.click_texts import placeholder, speak
from arena.commands import COMMANDS, HELP_NAMES, Command, Commands, ExitStatus
from arena.files import Unreadable, failed_at, is_of_the_machine
from arena.options import language_in
from arena.parameters import WrongUsage
from formats.text import LANGUAGES, Language, Text
from referee.program import RefereeError
from referee.sandbox.cgroup import remove_all_leftovers
from referee.sandbox.host import leftovers_in

_ABOUT = Text(
    "A referee and tournaments for bots that play board games through matrix.txt.",
    "Судья и турниры для ботов, которые играют в настольные игры через matrix.txt.",
)
_LANGUAGE = Text(
    "Language, for every command (default: that of the locale).",
    "Язык, для любой команды (по умолчанию — язык системы).",
)
_VERSION = Text("Print the version of arena.", "Напечатать версию arena.")
_NO_GAME = Text(
    "a game could not be played; no bot is to blame: {why}",
    "партию сыграть не удалось, боты не виноваты: {why}",
)
_SEE_HELP = Text("{command} -h tells how it is used", "как пользоваться: {command} -h")
_OWN = Text(
    "this is a fault of arena itself: please report the lines above",
    "это ошибка самой arena: пожалуйста, сообщите о ней, приложив строки выше",
)


def _app(language: Language) -> click.Group:
    """Return the group of all commands in that language; ``--lang`` before a name is passed on."""

    @click.group(
        "arena",
        cls=Commands,
        language=language,
        context_settings=HELP_NAMES,
        commands={name: Command(name, language) for name in COMMANDS},
        help=_ABOUT.say(language),
        options_metavar=placeholder("[OPTIONS]", language),
        subcommand_metavar=placeholder("COMMAND [ARGS]...", language),
    )
    @click.option("--lang", type=click.Choice(LANGUAGES), help=_LANGUAGE.say(language))
    @click.version_option(
        package_name="matrix-arena", message="arena %(version)s", help=_VERSION.say(language)
    )
    @click.pass_context
    def app(context: click.Context, lang: str | None) -> None:
        context.default_map = {name: {"lang": lang} for name in COMMANDS} if lang else None

    return app


def main() -> None:
    """Run the command and end with its exit status."""
    _open_standard_streams()
    _work_in_one_file()
    _print_anywhere()
    _remove_leftovers()
    language = language_in(sys.argv[1:])
    speak(language)
    try:
        try:
            sys.exit(_app(language).main(prog_name="arena", standalone_mode=False))
        finally:
            sys.stdout.flush()
    except NoArgsIsHelpError as error:
        error.show()
        sys.exit(ExitStatus.WRONG_USAGE)
    except click.ClickException as error:
        usage_error = error.in_language(language) if isinstance(error, WrongUsage) else error
        _complain(usage_error.format_message())
        print(f"  {_SEE_HELP.say(language, {'command': _command_asked_for()})}", file=sys.stderr)
        sys.exit(ExitStatus.WRONG_USAGE)
    except click.Abort:
        sys.exit(ExitStatus.INTERRUPTED)
    except Unreadable as error:
        _complain(error.text.say(language))
        sys.exit(ExitStatus.WRONG_USAGE)
    except RefereeError as error:
        _complain(_NO_GAME.say(language, {"why": error}))
        sys.exit(ExitStatus.OWN_FAULT)
    except BrokenPipeError:
        # The reader has closed the pipe; Python must not complain at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        if not is_of_the_machine(error):
            _report_own_fault(language)
        _complain(failed_at(error.filename2 or "", error).text.say(language))
        sys.exit(ExitStatus.WRONG_USAGE)
    except Exception:
        _report_own_fault(language)


def _report_own_fault(language: Language) -> NoReturn:
    traceback.print_exc()
    _complain(_OWN.say(language))
    sys.exit(ExitStatus.OWN_FAULT)


def _command_asked_for() -> str:
    """Return the command whose help explains the mistake: the first word that is one."""
    return " ".join(["arena", *[word for word in sys.argv[1:] if word in COMMANDS][:1]])


def _complain(text: str) -> None:
    print(f"arena: {text}", file=sys.stderr)


def _open_standard_streams() -> None:
    """Open /dev/null where standard input, output or errors are missing."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            # Another file with that descriptor would be printed into.
            if os.open(os.devnull, os.O_RDWR) != number:
                break
            setattr(sys, name, open(number, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def _remove_leftovers() -> None:
    """Remove what killed runs left on the machine, if there is a sign of any in memory."""
    if any(leftovers_in(Path("/dev/shm"))):
        remove_all_leftovers()


def _work_in_one_file() -> None:
    """Become a worker process if this one-file program was started as one."""
    if getattr(sys, "frozen", False):
        from multiprocessing import freeze_support  # noqa: PLC0415 - slow, and needed only here

        freeze_support()


def _print_anywhere() -> None:
    """Let streams print a question mark for each character that they lack."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
