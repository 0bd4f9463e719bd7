"""Results in formats of other programs: SARIF 2.1.0 for editors and code hosts, JUnit for CI.

The data that a command prints as JSON is declared once, as a TypedDict: mypy holds the code against
it, and ``arena schema`` prints its JSON Schema, which allows the keys that a later version may add.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Any,
    NamedTuple,
    NotRequired,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)
from urllib.parse import quote
from xml.etree import ElementTree as Xml

from arena.cli import version
from arena.diagnostics import in_one_line
from formats.fault import Diagnostic, Severity
from formats.printable import printable
from formats.text import Language

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class ReportedFault(NamedTuple):
    """A fault of a file, or a finding about it."""

    code: str
    severity: Severity
    sentence: str
    line: int = 1
    column: int = 1
    width: int = 1


class CheckedSubject(NamedTuple):
    """A checked file or bot with its results; none if all is well."""

    name: str
    results: Sequence[ReportedFault]

    @property
    def is_good(self) -> bool:
        return all(result.severity is not Severity.ERROR for result in self.results)


def result_from_diagnostic(diagnostic: Diagnostic, language: Language) -> ReportedFault:
    sentence = in_one_line(diagnostic, language)
    place = (diagnostic.line, diagnostic.column, diagnostic.width)
    return ReportedFault(diagnostic.code, diagnostic.severity, sentence, *place)


def sarif(subjects: Sequence[CheckedSubject]) -> str:
    """Return the results as a log of SARIF."""
    results = [
        _sarif_result(subject.name, result) for subject in subjects for result in subject.results
    ]
    rules = [{"id": code} for code in dict.fromkeys(str(result["ruleId"]) for result in results)]
    driver = {"name": "arena", "version": version(), "rules": rules}
    log = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return json.dumps(log, ensure_ascii=False, indent=2)


def _sarif_result(name: str, result: ReportedFault) -> dict[str, object]:
    region = {
        "startLine": result.line,
        "startColumn": result.column,
        "endColumn": result.column + result.width,
    }
    place = {"artifactLocation": {"uri": quote(Path(name).as_posix())}, "region": region}
    return {
        "ruleId": result.code,
        "level": str(result.severity),
        "message": {"text": result.sentence},
        "locations": [{"physicalLocation": place}],
    }


def junit(suite: str, subjects: Sequence[CheckedSubject]) -> str:
    """Return a test suite of JUnit with a test case for each subject."""
    failures = sum(not subject.is_good for subject in subjects)
    counts = {"tests": str(len(subjects)), "failures": str(failures)}
    root = Xml.Element("testsuites", counts)
    element = Xml.SubElement(root, "testsuite", {"name": suite, **counts})
    for subject in subjects:
        _add_case(element, suite, subject)
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=False)


def _add_case(suite: Xml.Element, class_name: str, subject: CheckedSubject) -> None:
    names = {"name": printable(subject.name), "classname": class_name}
    case = Xml.SubElement(suite, "testcase", names)
    lines = [
        printable(f"{result.line}:{result.column}: {result.sentence} [{result.code}]")
        for result in subject.results
    ]
    if not subject.is_good:
        errors = [r.sentence for r in subject.results if r.severity is Severity.ERROR]
        failure = Xml.SubElement(case, "failure", {"message": printable(errors[0])})
        failure.text = "\n".join(lines)
    elif lines:
        Xml.SubElement(case, "system-out").text = "\n".join(lines)


DRAFT = "http://json-schema.org/draft-07/schema#"
_KINDS = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}


def schema_of(kind: Any) -> dict[str, Any]:
    """Return the schema of a TypedDict, a list, a dictionary, a union, a literal or a class."""
    if is_typeddict(kind):
        return _schema_of_object(get_type_hints(kind, include_extras=True))
    if isinstance(kind, UnionType):
        return _any_of([schema_of(member) for member in get_args(kind)])
    origin, inner = get_origin(kind), get_args(kind)
    if origin is list:
        return {"type": "array", "items": schema_of(*inner)}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(inner[1])}
    return {"enum": [*inner]} if inner else {"type": _KINDS[kind]}


def _any_of(members: list[dict[str, Any]]) -> dict[str, Any]:
    if all(set(member) == {"type"} for member in members):
        return {"type": [member["type"] for member in members]}
    return {"anyOf": members}


def _schema_of_object(hints: dict[str, Any]) -> dict[str, Any]:
    optional = {key for key, kind in hints.items() if get_origin(kind) is NotRequired}
    kinds = {key: get_args(kind)[0] if key in optional else kind for key, kind in hints.items()}
    return {
        "type": "object",
        "properties": {key: schema_of(kind) for key, kind in kinds.items()},
        "required": [key for key in kinds if key not in optional],
    }
