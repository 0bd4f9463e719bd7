"""Names of people, and texts that are no names, for tests of every layer."""

from __future__ import annotations

PEOPLE = (
    "ivanov",
    "Иванов-2b",
    "Пётр Йорданов",
    "Иванов П. С.",
    "д’Артаньян",
    "Щукин",
    "Їжак",
    "José Luis Núñez",
    "Jürgen Groß",
    "Łukasz",
    "François Lefèvre",
    "Anna-Maria",
    "Anna Maria van Dijk",
    "O'Neil",
    "'t Hooft",
    "Ødegård",
    "Nguyễn Văn An",
    "Νίκος Παπαδόπουλος",
    "გიორგი მაისურაძე",
    "Արմեն Պետրոսյան",
    "王小明",
    "山田 太郎",
    "김민준",
    "محمد علي",
    "דוד ז׳בוטינסקי",
    "प्रिया शर्मा",
    "สมชาย ใจดี",
    "night_owl.2",
    "7",
    "Con",
    "X.",
)

UNSEEN = (
    *("\N{RIGHT-TO-LEFT OVERRIDE}", "\N{ZERO WIDTH SPACE}", "\N{SOFT HYPHEN}", "\ufeff"),
    *("\N{HANGUL FILLER}", "\N{COMBINING GRAPHEME JOINER}", "\N{VARIATION SELECTOR-16}"),
    *("\0", "\n", "\r", "\x1b", "\x7f", "\x85", "\u2028", "\ud800", "\ue000", "\U000e0041"),
)

NOT_NAMES = (
    *("", ".", "..", ".hidden", "-", "-x", "_x", " - ", "x-", "x_", "'", "''x", "\u0301x"),
    *("../ivanov", "a/b", "a\\b", "/etc/passwd", "C:\\ivanov", "a:b", "~", "a|b", "a*", "a?"),
    *('a"b', "<b>ivanov</b>", "a&b", "a;b", "a,b", "a+b", "a=b", "a@b", "a(b)", "[a]", "{a}"),
    *("#a", "$a", "`a`", "a%20b", "½", "x²", "👍", "№1", "a\N{COMBINING ENCLOSING CIRCLE}b"),
    *(f"a{character}b" for character in UNSEEN),
    *("z" + 6 * "\N{COMBINING ACUTE ACCENT}", "x" * 41, "ivanov.exe", "ivanov.EXE", "ivanov.py"),
)

ALIKE = (
    ("ivanov", "іvаnоv"),  # three letters are Cyrillic
    ("ivanov", "ivanοv"),  # a Greek omicron
    ("ivanov", "Ivanov"),
    ("ivanov", "IVANOV"),
    ("IVANOV", "IVΑΝΟV"),  # three letters are Greek
    ("Ivanov", "lvanov"),
    ("Ivanov", "1vanov"),
    ("Иванов3", "ИвановЗ"),
    ("bot-0", "bot-O"),
    ("bot-1", "bot-l"),
    ("Tom", "Том"),
    ("Сара", "Capa"),
    ("Νίνα", "ΝΊΝΑ"),
    ("O'Neil", "O’Neil"),
    ("Anna Smith", "AnnaSmith"),
    ("Anna Smith", "Anna  Smith"),
    ("Anna Smith", "Anna\N{NO-BREAK SPACE}Smith"),
    ("Пётр", "Пе\N{COMBINING DIAERESIS}тр"),
    ("Пётр", "Пëтр"),  # the Latin ë
    ("Пётр Семёнов", "Петр Семенов"),
    ("пётр", "ПЕТР"),
    ("Пëтр", "Петр"),  # the Latin ë
    ("José", "Jose\N{COMBINING ACUTE ACCENT}"),
    ("Groß", "GROSS"),
    ("Fischer", "Fischer."),
    ("fi", "\N{LATIN SMALL LIGATURE FI}"),
    ("ivanov", "ｉｖａｎｏｖ"),
)
