"""What can keep a program from being submitted. Codes continue those of ``enrolment_faults``."""

from __future__ import annotations

from formats.fault import Kind
from formats.text import Text

NO_SECTION = Kind(
    "E211",
    Text("there is no section «{section}»", "раздела «{section}» нет"),
    Text("the sections are {known}", "есть такие разделы: {known}"),
)
WHICH_SECTION = Kind(
    "E212",
    Text("the event has several sections", "в турнире несколько разделов"),
    Text("say which one: {known}", "назовите один из них: {known}"),
)
NO_ENTRY = Kind(
    "E213",
    Text(
        "the event file lists who takes part: nothing can be submitted",
        "участники перечислены в файле турнира: заявок он не принимает",
    ),
    Text('let it name a folder: entrants = "bots"', 'назовите там папку: entrants = "bots"'),
)
NOT_SUBMITTED = Kind(
    "E214",
    Text(
        "there is a program {file} already that was not submitted",
        "программа {file} уже есть, и она попала туда не заявкой",
    ),
    Text(
        "choose another name, or let the teacher take that program away",
        "выберите другое имя или попросите учителя убрать ту программу",
    ),
)
BEGUN = Kind(
    "E707",
    Text(
        "the event has begun: nothing can be submitted any more",
        "турнир уже начался: заявки больше не принимаются",
    ),
)
