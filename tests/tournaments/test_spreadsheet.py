"""Spreadsheets of Excel and of other programs, read and written."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest

from formats.text import Text
from tournaments.spreadsheet import SheetFormat, read_points, read_sheet, write_sheet

ROWS = [["name", "отчёт"], ["Иванов", "1,5"], ["", ""], ["О'Нил, младший", "2"]]


def rows_as_csv(separator: str, end: str = "\r\n") -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(ROWS)
    return text.getvalue()


@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
def test_a_table_is_read_however_it_was_saved(separator: str, encoding: str) -> None:
    for end in ("\r\n", "\n", "\r"):
        sheet = read_sheet(rows_as_csv(separator, end).encode(encoding))
        assert sheet.columns == ("name", "отчёт")
        assert [(row.line, dict(row.cells)) for row in sheet.rows] == [
            (2, {"name": "Иванов", "отчёт": "1,5"}),
            (4, {"name": "О'Нил, младший", "отчёт": "2"}),
        ]


def test_columns_have_russian_names_and_a_declared_separator() -> None:
    sheet = read_sheet("sep=;\nФамилия;Файлы;Язык;Номер;b,c\nИванов;i.exe;C++;7;x".encode())
    assert sheet.columns == ("surname", "files", "language", "id", "b,c")
    (row,) = sheet.rows
    assert (row.line, row.cells["id"]) == (3, "7")


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_a_declared_separator_is_followed(separator: str) -> None:
    sheet = read_sheet(f"sep={separator} \nname{separator}x\na{separator}1\n".encode())
    assert (sheet.columns, sheet.broken) == (("name", "x"), None)


@pytest.mark.parametrize("character", ['"', "\\", " ", "a", "'", "é"])
def test_a_line_that_declares_no_separator_is_an_ordinary_one(character: str) -> None:
    """Some versions of Python raise an error for such a separator."""
    sheet = read_sheet(f"sep={character}\nname,x\na,1\n".encode())
    assert sheet.columns[0].startswith("sep=")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\0\0", b"\xff\xfe", b"a" * 300_000, b'"'])
def test_rubbish_is_a_table_without_rows(data: bytes) -> None:
    assert read_sheet(data).rows == ()


def test_an_open_quotation_mark_hides_no_rows() -> None:
    sheet = read_sheet(b'name;x\n"a\nb";1\nc;2\n"d;3\ne;4\n')
    assert [(row.line, row.cells["x"]) for row in sheet.rows] == [(3, "1"), (4, "2")]
    assert sheet.broken == 5
    assert read_sheet(b"sep=;\nname\na\n").broken is None


def test_points_are_read_with_a_comma_or_a_point() -> None:
    texts = ("2", "2.5", "2,5", "-1", "5/2", " 3 ", "", "x", "1e9", "1/0", "٣", "1,2,3")
    half = Fraction(5, 2)
    assert [read_points(text) for text in texts] == [2, half, half, -1, half, 3, *[None] * 6]


def test_excel_in_russian_gets_semicolons_commas_and_a_mark() -> None:
    rows = [{"name": "Иванов", "points": "1.5"}, {"name": "=1+1", "points": "2"}]
    titles = {"name": Text("name", "участник"), "points": Text("points", "points")}
    russian = write_sheet(titles, rows, SheetFormat.EXCEL, "ru")
    assert russian == "\ufeffучастник;points\r\nИванов;1,5\r\n'=1+1;2\r\n"
    assert write_sheet(titles, rows, SheetFormat.EXCEL) == russian.replace(";", ",").replace(
        "1,5", "1.5"
    ).replace("участник", "name")
    assert write_sheet(titles, rows, SheetFormat.CSV, "ru") == "name,points\nИванов,1.5\n=1+1,2\n"
    place = {"place": Text("place", "место")}
    places = write_sheet(place, [{"place": "2-3"}, {"place": "1/2"}], SheetFormat.EXCEL)
    assert places == "\ufeffplace\r\n2–3\r\n1∕2\r\n", "Excel would make dates of them"
    sheet = read_sheet(russian.encode())
    assert [read_points(row.cells["points"]) for row in sheet.rows] == [Fraction(3, 2), 2]
    assert sheet.columns == ("name", "points")
