"""Description of the HTTP interface by OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

_NUMBER, _TEXT, _FLAG = {"type": "integer"}, {"type": "string"}, {"type": "boolean"}
_TEXT_OR_NOTHING = {"type": ["string", "null"]}


def _object(**properties: Any) -> dict[str, Any]:
    """Return the schema of an object that has all these properties, and may have others."""
    named = {name.replace("_", "-"): schema for name, schema in properties.items()}
    return {"type": "object", "properties": named, "required": list(named)}


def _list(items: object) -> dict[str, object]:
    return {"type": "array", "items": items}


def _schema(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


_SCHEMAS = {
    "Error": _object(error=_TEXT),
    "Events": _object(
        events=_list(_object(name=_TEXT, title=_TEXT, games=_NUMBER, running=_FLAG)),
        open=_list(
            _object(
                key=_TEXT,
                event=_TEXT,
                section=_TEXT,
                title=_TEXT,
                game=_TEXT,
                deadline=_TEXT_OR_NOTHING,
                largest=_NUMBER,
            )
        ),
    ),
    "Standings": _object(
        title=_TEXT,
        finished=_FLAG,
        sections=_list(
            _object(
                name=_TEXT,
                game=_TEXT,
                games=_NUMBER,
                played=_NUMBER,
                standings=_list({"type": "object"}),
                crosstable=_list({"type": "object"}),
                notes=_list(_TEXT),
            )
        ),
    ),
    "Games": _object(
        games=_list(
            _object(
                section=_TEXT,
                game=_NUMBER,
                attempt=_NUMBER,
                round=_NUMBER,
                a=_TEXT,
                b=_TEXT,
                result={"enum": ["1-0", "0-1", "1/2-1/2"]},
                counts=_FLAG,
                ending=_TEXT,
                sentence=_TEXT,
                half_moves=_NUMBER,
            )
        )
    ),
    "Check": _object(
        event=_TEXT,
        sha256=_TEXT,
        state={"enum": ["waiting", "running", "over"]},
        ahead=_NUMBER,
        findings=_list(
            _object(
                check=_TEXT,
                title=_TEXT_OR_NOTHING,
                grade=_TEXT,
                sentence=_TEXT,
                cause=_TEXT_OR_NOTHING,
                advice=_TEXT_OR_NOTHING,
                position={"type": ["integer", "null"]},
            )
        ),
        faults=_list(_TEXT),
        version={"type": ["integer", "null"]},
        passed={"type": ["boolean", "null"]},
    ),
    "Submissions": _object(
        check={"anyOf": [_schema("Check"), {"type": "null"}]},
        versions=_list(
            _object(
                event=_TEXT,
                section=_TEXT,
                number=_NUMBER,
                time=_TEXT,
                sha256=_TEXT,
                size=_NUMBER,
                passed=_FLAG,
                plays=_FLAG,
                state=_TEXT,
                attachments=_list(_TEXT),
            )
        ),
    ),
    "Feedback": _object(
        games=_list(
            _object(
                event=_TEXT,
                section=_TEXT,
                game=_NUMBER,
                attempt=_NUMBER,
                opponent=_TEXT,
                side={"enum": ["A", "B"]},
                outcome=_TEXT,
                why=_TEXT,
                lost_by_fault=_FLAG,
                seconds=_TEXT,
                counts=_TEXT_OR_NOTHING,
                record=_TEXT,
                printed=_TEXT,
            )
        )
    ),
}
_FORM = {
    "type": "object",
    "required": ["event", "bot"],
    "properties": {
        "event": {"type": "string", "description": "The key of an open section, EVENT/SECTION."},
        "bot": {"type": "string", "format": "binary", "description": "The executable file."},
        "sources": {"type": "string", "format": "binary"},
        "report": {"type": "string", "format": "binary"},
    },
}
_TYPES = {"number": _NUMBER, "action": {"enum": ["play", "withdraw", "recheck"]}}


def _operation(
    summary: str, schema: str, *path: str, status: int = 200, own: bool = False
) -> dict[str, Any]:
    """Return an operation whose answer has the schema; ``own`` needs a name and a token."""
    content = {"application/json": {"schema": _schema(schema)}}
    error = {"application/json": {"schema": _schema("Error")}}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _TYPES.get(name, _TEXT)}
        for name in path
    ]
    return {
        "summary": summary,
        "parameters": parameters,
        "responses": {
            str(status): {"description": summary, "content": content},
            "default": {"description": "A refusal, in one sentence.", "content": error},
        },
        "security": [{"token": []}] if own else [],
    }


def description() -> dict[str, Any]:
    """Return the description of the interface."""
    record = _operation("The record of a game.", "Error", "name", "section", "number")
    record["responses"]["200"] = {
        "description": "The record, a text.",
        "content": {"text/plain": {"schema": _TEXT}},
    }
    record["parameters"].append(
        {"name": "attempt", "in": "query", "required": False, "schema": _NUMBER}
    )
    submit = _operation("A bot is sent to be checked.", "Submissions", status=202, own=True)
    submit["requestBody"] = {
        "required": True,
        "content": {"multipart/form-data": {"schema": _FORM}},
    }
    change = _operation(
        "A version plays, is withdrawn, or is checked again.",
        "Submissions",
        *("name", "section", "number", "action"),
        own=True,
    )
    own = _operation("The last check, and the versions.", "Submissions", own=True)
    feedback = _operation("Games of the student's bots.", "Feedback", own=True)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Matrix Arena",
            "version": "1",
            "description": "Events, standings, games and submissions of a class.",
        },
        "paths": {
            "/api/openapi.json": {
                "get": {
                    "summary": "This description.",
                    "responses": {"200": {"description": "OpenAPI 3.1"}},
                    "security": [],
                }
            },
            "/api/events": {"get": _operation("Events, and sections that take bots.", "Events")},
            "/api/events/{name}": {"get": _operation("Standings.", "Standings", "name")},
            "/api/events/{name}/games": {"get": _operation("Games.", "Games", "name")},
            "/api/events/{name}/games/{section}/{number}": {"get": record},
            "/api/submissions": {"get": own, "post": submit},
            "/api/submissions/{name}/{section}/{number}/{action}": {"post": change},
            "/api/feedback": {"get": feedback},
        },
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "basic",
                    "description": "The entrant's name and the token from the teacher.",
                }
            },
        },
    }
