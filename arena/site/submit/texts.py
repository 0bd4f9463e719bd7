"""Texts of the page on which bots are submitted."""

from __future__ import annotations

from formats.text import Text

SUBMIT = Text("Submit", "Сдать")
TITLE = Text("Submit a bot", "Сдать бота")
INTRO = Text(
    "Your bot is checked in the sandbox, as it will play. The newest version that passes plays.",
    "Бот проверяется в песочнице так, как он будет играть. Играет последняя принятая версия.",
)
NAME = Text("Name", "Имя")
NAME_NOTE = Text("the one that your teacher gave you", "то, что дал преподаватель")
TOKEN = Text("Token", "Токен")
EVENT = Text("Event", "Турнир")
FILE = Text("The executable file", "Исполняемый файл")
FILE_NOTE = Text("at most {size}", "не больше {size}")
SOURCES = Text("The sources", "Исходники")
SOURCES_NOTE = Text("a file, or a folder as ZIP", "файл или папка в ZIP")
SOURCES_REQUIRED = Text("required: a file, or a folder as ZIP", "обязательны: файл или папка в ZIP")
REPORT = Text("The report", "Отчёт")
REPORT_NOTE = Text("if there is one", "если есть")
REPORT_REQUIRED = Text("required", "обязателен")
PROGRAM_TOO = Text(
    "send the program, too: sources and report are kept with it",
    "приложите и программу: исходники и отчёт хранятся вместе с ней",
)
JOIN = Text("Register", "Регистрация")
JOIN_NOTE = Text(
    "Your teacher invites you to submit bots here. Choose the name under which your bot plays; the"
    " invitation is good until {day}.",
    "Преподаватель приглашает вас сдавать ботов здесь. Выберите имя, под которым будет играть ваш"
    " бот; приглашение действует до {day}.",
)
REGISTER = Text("Register this name", "Зарегистрировать имя")
JOINED = Text(
    "You are registered and signed in. The token of {name}:",
    "Вы зарегистрированы и вошли. Токен участника {name}:",
)
KEEP_TOKEN = Text(
    "Keep it: it is shown only now, and you need it to sign in again. If it is lost, your teacher"
    " makes another.",
    "Сохраните его: он показан только сейчас и понадобится, чтобы войти снова. Если токен"
    " потерян, новый выдаст преподаватель.",
)
SIGN_IN_AT = Text("Sign in: {title}", "Войти: {title}")
NOT_LISTED = Text(
    "you are signed in there, but your teacher's list does not have you",
    "там вы вошли, но в списке преподавателя вас нет",
)
PROVIDER_FAILED = Text(
    "the login was not confirmed; try again, or tell your teacher",
    "вход не подтверждён; попробуйте ещё раз или скажите преподавателю",
)
NAME_AND_TOKEN = Text(
    "name and token are needed: HTTP Basic authentication, as in curl -u NAME:TOKEN",
    "нужны имя и токен: авторизация HTTP Basic, как в curl -u ИМЯ:ТОКЕН",
)
NO_BOT = Text("the form has no file «bot»", "в форме нет файла «bot»")
FILE_LATER = Text(
    "Without a file you only see what you have submitted.",
    "Без файла вы только посмотрите то, что уже сдали.",
)
SEND = Text("Send", "Отправить")
UPLOAD = Text("The file is being sent", "Файл отправляется")
SENT_SO_FAR = Text("Sent: {share} %", "Отправлено: {share} %")
ALL_SENT = Text("All of it is sent; the site is looking at it …", "Отправлено; сайт смотрит …")
NOT_SENT = Text(
    "It could not be sent: the connection is lost", "Отправить не удалось: связь прервалась"
)
LEAVE = Text("Leave", "Выйти")
YOURS = Text("{name}: versions and games", "{name}: версии и партии")
AGAIN = Text("Submit another version", "Сдать другую версию")
NO_ENTRY = Text(
    "No event accepts bots at the moment.",
    "Сейчас ни один турнир не принимает ботов.",
)
VERSION_PLAYS = Text("{event}: version {number} plays.", "{event}: играет версия {number}.")
NONE_PLAYS = Text(
    "{event}: none of your versions plays.", "{event}: ни одна ваша версия не играет."
)
CHECK = Text(
    "{event}: the check of version {sha256}",
    "{event}: проверка версии {sha256}",
)
IS_NEXT = Text("Waiting; it is the next.", "Ждёт; проверка следующая.")
WAITS = Text(
    "Waiting: only a few bots are checked at a time. Ahead of it: {count}.",
    "Ждёт: одновременно проверяют лишь нескольких ботов. Перед ним: {count}.",
)
WAITS_FOR_CORE = Text(
    "Games of a tournament or a match are played on all cores of this machine:"
    " it goes on when one is free.",
    "На всех ядрах этой машины идут партии турнира или матча:"
    " проверка продолжится, когда ядро освободится.",
)
GOES = Text("Being checked …", "Проверяется …")
FIT = Text("All is well: it can be entered.", "Всё в порядке: бот принят.")
UNFIT = Text("It cannot be entered yet. Errors: {count}.", "Пока сдать нельзя. Ошибок: {count}.")
OUR_FAULT = Text(
    "The check could not be finished: that is our own fault, not yours. Tell your teacher.",
    "Проверку не удалось закончить: это наша ошибка, а не ваша. Скажите преподавателю.",
)
VERSIONS = Text("Versions", "Версии")
NO_VERSIONS = Text("Nothing has been submitted yet.", "Ещё ничего не сдано.")
GAMES = Text("Games", "Партии")
GAMES_LATER = Text(
    "Some games are still being read: open this page again in half a minute.",
    "Часть партий ещё читается: откройте страницу снова через полминуты.",
)
NO_GAMES = Text("No game has been played yet.", "Ещё не сыграно ни одной партии.")
VERSION = Text("version", "версия")
TIME = Text("submitted", "сдана")
SIZE = Text("bytes", "байт")
STATE = Text("state", "состояние")
ACTIONS = {
    "play": Text("Let it play", "Пусть играет эта"),
    "withdraw": Text("Withdraw", "Снять с турнира"),
    "recheck": Text("Check again", "Проверить ещё раз"),
}
ACTION_OF = Text("{action}: {event}, version {number}", "{action}: {event}, версия {number}")
ACTION = Text("change", "изменить")
NO_VERSION = Text("There is no such version of yours", "Такой вашей версии нет")
NO_ACTION = Text(
    "A version can play, be withdrawn or be checked again",
    "Версия может играть, быть снята или проверена ещё раз",
)
CHECKED_AGAIN = Text(
    "Version {number} was checked again. Which version plays is not changed by that.",
    "Версия {number} проверена ещё раз. От этого не меняется, какая версия играет.",
)
OPPONENT = Text("opponent", "соперник")
COLOUR = Text("as", "за")


CLOSED = Text(
    "Nobody can submit here yet: tell your teacher",
    "Сдавать здесь пока нельзя: скажите преподавателю",
)
REGISTER_FIRST = Text(
    "Nobody has registered yet: open the link that your teacher gave you",
    "Ещё никто не зарегистрировался: откройте ссылку, которую дал преподаватель",
)
BAD_TOKEN = Text(
    "This token does not belong to that name: look for a typing mistake, or ask the teacher",
    "Токен не подходит к этому имени: проверьте, нет ли опечатки, или спросите преподавателя",
)
NOT_A_FORM = Text("A bot is sent by a form with a file", "Бот отправляется формой с файлом")
NO_NAME = Text(
    "That cannot be an entrant's name: {why}", "Такого имени у участника быть не может: {why}"
)
NO_EVENT = Text(
    "This event takes no bots: it has begun, or there is no such event",
    "В этот турнир сдать нельзя: он уже начался, или такого нет",
)
NO_SANDBOX = Text(
    "This event plays without the sandbox, and takes no bots from the network",
    "Этот турнир играет без песочницы и ботов из сети не принимает",
)
CANNOT_CHECK = Text(
    "Bots cannot be checked here now: tell your teacher",
    "Проверить бота здесь сейчас нельзя: скажите преподавателю",
)
NOT_CHECKED = Text(
    "the check of the bot of «{name}» did not end {attempts} times and is not begun again: the bot"
    " must be submitted anew",
    "проверка бота участника «{name}» прервалась (попыток: {attempts}) и больше не начинается: бота"
    " надо сдать заново",
)
CHECKED_ALREADY = Text(
    "One of your versions is being checked: wait for it to finish",
    "Одна ваша версия уже проверяется: дождитесь конца",
)
TOO_MANY_CHECKS = Text(
    "Too many bots wait to be checked: try again in a few minutes",
    "Проверки ждёт слишком много ботов: попробуйте через несколько минут",
)
QUOTA = Text(
    "So many versions of your bot are kept already that there is room for no more:"
    " ask your teacher",
    "Версий вашего бота хранится уже так много, что новым места нет: обратитесь к преподавателю",
)
NO_ROOM = Text(
    "There is no room left for bots on this machine: tell your teacher",
    "На этой машине больше нет места для ботов: скажите преподавателю",
)
EMPTY = Text("The file is empty", "Файл пуст")
SIGN_IN = Text("Show your token first", "Сначала покажите токен")
YOUR_LADDER = Text("My bot on the ladder", "Мой бот на лестнице")
