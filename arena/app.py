"""The application that all commands make up, in one language, and what their errors print."""

from __future__ import annotations

import gettext
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.exceptions import Exit, NoArgsIsHelpError

from arena.cli import discard_rest_of_output, version
from arena.commands import COMMANDS, GROUPS, ExitStatus
from arena.files import FileFailure, is_machine_error
from arena.options import language_in
from arena.parameters import HELP_NAMES, WrongUsage, command, placeholder
from formats.text import LANGUAGES, Language, Text, reason
from referee.machine import leftovers_in

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

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
_OUTPUT = Text("the output cannot be written: {why}", "вывод не записать: {why}")
_SEE_HELP = Text("{command} -h tells how it is used", "как пользоваться: {command} -h")
_OWN = Text(
    "this is a fault of arena itself: please report the lines above",
    "это ошибка самой arena: пожалуйста, сообщите о ней, приложив строки выше",
)
LOCALE = Path(__file__).parent / "locale"
_QUOTED = re.compile("«[^»]*»|'([^']*)'")


class Commands(click.Group):
    """Group of all commands, each imported when it is asked for."""

    def __init__(self, language: Language, **options: Any) -> None:
        # Click suggests similar command names from this mapping.
        names = {name: click.Command(name) for name in COMMANDS}
        super().__init__("arena", commands=names, **options)
        self.language = language

    # Click would end a command whose reader has gone with status 1.
    def make_context(self, *args: Any, **options: Any) -> click.Context:
        try:
            return super().make_context(*args, **options)
        except BrokenPipeError:
            raise Exit(discard_rest_of_output()) from None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return discard_rest_of_output()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        callback_path, help_text = COMMANDS[cmd_name]
        module, function = callback_path.split(":")
        callback = getattr(import_module(f"arena.{module}"), function)
        return command(cmd_name, callback, help_text, self.language)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Return the commands, none of which is imported, or the options before a command."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - for shells alone

        return [
            *(
                CompletionItem(name, help=text.say(self.language))
                for name, (_, text) in COMMANDS.items()
                if name.startswith(incomplete)
            ),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of each group under its title, in columns of one width."""
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title.say(self.language)):
                lines = ((name, text.say(self.language)) for name, (_, text) in commands.items())
                formatter.write_dl([(f"{name:<{width}}", line) for name, line in lines])


def run() -> int:
    """Run the command of this process's command line and return its exit status."""
    _remove_leftovers()
    language = language_in(sys.argv[1:])
    set_click_language(language)
    return application(language).main(prog_name="arena", standalone_mode=False) or 0


def set_click_language(language: Language) -> None:
    """Set the language of click's own sentences, which it looks up by gettext.

    Gettext chooses a catalogue by the environment, so that started programs inherit the choice.
    """
    gettext.bindtextdomain(gettext.textdomain(), LOCALE)
    os.environ["LANGUAGE"] = language


def application(language: Language) -> click.Group:
    """Return the group of all commands in that language; ``--lang`` before a command applies."""

    @click.pass_context
    def pass_on(context: click.Context, lang: str | None) -> None:
        context.default_map = {name: {"lang": lang} for name in COMMANDS} if lang else None

    lang = click.Option(["--lang"], type=click.Choice(LANGUAGES), help=_LANGUAGE.say(language))
    group = Commands(
        language,
        callback=pass_on,
        params=[lang],
        context_settings=HELP_NAMES,
        help=_ABOUT.say(language),
        options_metavar=placeholder("[OPTIONS]", language),
        subcommand_metavar=placeholder("COMMAND [ARGS]...", language),
    )
    text = f"arena {version()}"
    return click.version_option(text, message="%(version)s", help=_VERSION.say(language))(group)


def status_after(error: Exception) -> ExitStatus:
    """Print what went wrong, and return the exit status that says so."""
    from referee.program import RefereeError  # noqa: PLC0415 - a command that goes well needs none

    language = language_in(sys.argv[1:])
    status = ExitStatus.WRONG_USAGE
    match error:
        case NoArgsIsHelpError():
            error.show()
        case click.ClickException():
            if isinstance(error, WrongUsage):
                _complain(error.text.say(language))
            else:
                _complain(_message_of_click(error, language))
            see_help = _SEE_HELP.say(language, {"command": _command_asked_for()})
            print(f"  {see_help}", file=sys.stderr)
        case click.Abort():
            status = ExitStatus.INTERRUPTED
        case FileFailure():
            _complain(error.text.say(language))
        case RefereeError():
            _complain(_NO_GAME.say(language, {"why": error.text}))
            status = ExitStatus.OWN_FAULT
        case OSError() if is_machine_error(error) and (error.filename or error.filename2):
            _complain(FileFailure.at(error.filename2, error).text.say(language))
        case OSError() if is_machine_error(error):  # of no named file: of standard output
            _complain(_OUTPUT.say(language, {"why": reason(error)}))
            status = ExitStatus.OWN_FAULT
        case _:
            sys.__excepthook__(type(error), error, error.__traceback__)
            _complain(_OWN.say(language))
            status = ExitStatus.OWN_FAULT
    return status


def _message_of_click(error: click.ClickException, language: Language) -> str:
    """Return the message in the form of the arena's own: a part of a sentence, quoted as usual."""
    text = error.format_message()
    if language == "ru":
        text = _QUOTED.sub(lambda match: match[0] if match[1] is None else f"«{match[1]}»", text)
    return text[:1].lower() + text[1:].removesuffix(".")


def _command_asked_for() -> str:
    """Return the command whose help explains the mistake: the first word that is one."""
    return " ".join(["arena", *[word for word in sys.argv[1:] if word in COMMANDS][:1]])


def _complain(text: str) -> None:
    print(f"arena: {text}", file=sys.stderr)


def _remove_leftovers() -> None:
    """Remove what killed runs left on the machine, if there is a sign of any in memory."""
    if any(leftovers_in(Path("/dev/shm"))):
        from referee.sandbox.cgroup import remove_all_leftovers  # noqa: PLC0415 - slow to load

        remove_all_leftovers()
