"""``arena validate``: check files, and whether the change from one to the next is a legal move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple, NotRequired, TypedDict

from click.exceptions import Exit

from arena import texts
from arena.commands import ExitStatus
from arena.console import Styled, print_data, say
from arena.diagnostics import (
    DiagnosticData,
    DiagnosticFormat,
    as_data,
    as_github,
    print_diagnostics,
)
from arena.drawing.position import summary
from arena.files import NamedFile, is_pattern, read_files
from arena.options import LanguageOption, Letters, LettersOption, LimitOption, reader_language
from arena.parameters import Argument, Option
from formats.fault import Diagnostic, Severity
from formats.matrix import Matrix, Reading, read_matrix
from formats.text import Language, Text
from referee.numbers import ERRORS, count_text

if TYPE_CHECKING:
    from arena.result_formats import CheckedSubject
    from formats.transition import Change


class ValidatedFile(NamedTuple):
    """A file that was read, and its diagnostics."""

    name: str
    reading: Reading
    diagnostics: Sequence[Diagnostic]

    @property
    def good(self) -> bool:
        """Return whether there are no errors, only warnings at most."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


class FileReport(TypedDict):
    file: str
    good: bool
    diagnostics: list[DiagnosticData]


class ValidateReport(TypedDict):
    """Data that the command prints as JSON."""

    good: bool
    files: list[FileReport]
    move: NotRequired[str | None]
    """The move from the first file to the second; null if no legal move leads there."""


def validate(
    files: Annotated[
        list[str],
        Argument(
            metavar="FILE [AFTER] ...",
            help=Text(
                "One matrix.txt; two, before and after a move; or many, each on its own.",
                "Один matrix.txt; два, до и после хода; или много независимых.",
            ),
        ),
    ],
    output_format: Annotated[
        DiagnosticFormat,
        Option(
            "--format",
            help=Text(
                "Output format: for people, programs, GitHub, editors or CI.",
                "Вид вывода: для людей, программ, GitHub, редакторов или CI.",
            ),
        ),
    ] = DiagnosticFormat.TEXT,
    each: Annotated[
        bool,
        Option(
            "--each",
            help=Text(
                "Check two files separately, not as a move.",
                "Проверить два файла отдельно, а не как ход.",
            ),
        ),
    ] = False,
    letters: LettersOption = Letters.STRICT,
    limit: LimitOption = None,
    lang: LanguageOption = None,
) -> None:
    language = reader_language(lang)
    is_change = len(files) == 2 and not each and not any(map(is_pattern, files))
    first, *others = read_files(files)
    validated = [_read(first, letters, limit)]
    before = validated[0].reading.matrix if is_change else None
    validated += [_read(file, letters, limit, before) for file in others]
    change = None
    if is_change:
        from formats import transition  # noqa: PLC0415 - one file is no change

        change = transition.change(validated[0].reading, validated[1].reading)
        validated[1] = validated[1]._replace(diagnostics=change.diagnostics)
    _PRINTERS[output_format](validated, change, language)
    if not all(file.good for file in validated):
        raise Exit(ExitStatus.BAD)


def _read(
    file: NamedFile, letters: Letters, limit: int | None, before: Matrix | None = None
) -> ValidatedFile:
    reading = read_matrix(file.data, lenient=letters is Letters.LENIENT, limit=limit, before=before)
    return ValidatedFile(file.name, reading, reading.diagnostics)


def _print_text(files: Sequence[ValidatedFile], change: Change | None, language: Language) -> None:
    for name, reading, diagnostics in files:
        print_diagnostics(name, reading.source, diagnostics, language, stderr=False)
    for file in [] if change else files:
        say(_summary_of(file, language))
    if change:
        _print_change(files, change, language)


def _summary_of(file: ValidatedFile, language: Language) -> str:
    if file.good and file.reading.matrix:
        values = {"name": file.name, "summary": summary(file.reading.matrix, language)}
        return texts.GOOD.say(language, values)
    count = sum(
        1 + diagnostic.more
        for diagnostic in file.diagnostics
        if diagnostic.severity is Severity.ERROR
    )
    return texts.BAD.say(language, {"name": file.name, "errors": count_text(count, ERRORS)})


def _print_change(files: Sequence[ValidatedFile], change: Change, language: Language) -> None:
    before, after = files
    legal = before.good and after.good
    values = {"before": before.name, "after": after.name, "move": change.move}
    text_of_error = texts.ILLEGAL if change.move is None else texts.LEGAL_BUT_WRONG
    text = texts.LEGAL if legal else text_of_error
    say(text.say(language, values))
    if legal and after.reading.matrix:
        say(summary(after.reading.matrix, language))
    if not legal:
        say(Styled(texts.TWO_FILES.say(language), "dim"))


def _print_json(files: Sequence[ValidatedFile], change: Change | None, language: Language) -> None:
    reports: list[FileReport] = [
        {
            "file": name,
            "good": file.good,
            "diagnostics": [as_data(diagnostic, language) for diagnostic in diagnostics],
        }
        for file in files
        for name, _, diagnostics in [file]
    ]
    report: ValidateReport = {"good": all(file.good for file in files), "files": reports}
    if change:
        report["move"] = None if change.move is None else str(change.move)
    import json  # noqa: PLC0415 - only programs ask for this form

    print_data(json.dumps(report, ensure_ascii=False, indent=2) + "\n")


def _print_github(
    files: Sequence[ValidatedFile],
    _change: Change | None,
    language: Language,
) -> None:
    for name, _, diagnostics in files:
        for diagnostic in diagnostics:
            print(as_github(name, diagnostic, language))


def _print_sarif(
    files: Sequence[ValidatedFile], _change: Change | None, language: Language
) -> None:
    from arena.result_formats import sarif  # noqa: PLC0415 - only editors ask for this form

    print_data(sarif(_subjects(files, language)) + "\n")


def _print_junit(
    files: Sequence[ValidatedFile], _change: Change | None, language: Language
) -> None:
    from arena.result_formats import junit  # noqa: PLC0415 - only CI asks for this form

    print_data(junit("arena validate", _subjects(files, language)) + "\n")


def _subjects(files: Sequence[ValidatedFile], language: Language) -> list[CheckedSubject]:
    from arena.result_formats import CheckedSubject, result_from_diagnostic  # noqa: PLC0415

    return [
        CheckedSubject(name, [result_from_diagnostic(d, language) for d in diagnostics])
        for name, _, diagnostics in files
    ]


_PRINTERS = {
    DiagnosticFormat.TEXT: _print_text,
    DiagnosticFormat.JSON: _print_json,
    DiagnosticFormat.GITHUB: _print_github,
    DiagnosticFormat.SARIF: _print_sarif,
    DiagnosticFormat.JUNIT: _print_junit,
}
