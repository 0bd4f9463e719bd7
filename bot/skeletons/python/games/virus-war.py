# The rules of Virus War. A move is one step here, a row and a column; a turn is made of three.

STEPS = 3
PASS = None
RULE_SETS = {
    "classic": {"opening": "corner", "first-turn": "3", "ending": "kill-all"},
    "sesc": {"opening": "corner", "first-turn": "3", "ending": "last-turn"},
    "petersburg": {"opening": "occupied", "first-turn": "1", "ending": "full-turn"},
    "last-move": {"opening": "corner", "first-turn": "3", "ending": "full-turn"},
}


def rules_of(game):
    """Read the line `rules`: a rule set, then options that differ from it."""
    name, *options = game.footer.get("rules", "classic").split()
    return {**RULE_SETS[name], **dict(option.split("=") for option in options)}


def is_good(game):
    """Return whether the file is of this game."""
    rows = game.board
    return (
        game.footer.get("game") == "virus-war"
        and game.footer.get("rules", "classic").split()[0] in RULE_SETS
        and rules_of(game)  # raises ValueError for unknown options
        and not any(game.points)
        and 4 <= len(rows) <= 16
        and all(len(row) == len(rows) and set(row) <= set("-ABab") for row in rows)
    )


def where(game, symbols):
    """Return the cells with these symbols."""
    size = range(len(game.board))
    return [(row, column) for row in size for column in size if game.board[row][column] in symbols]


def wiped_out(game, player):
    """Return whether the player has lost the last live symbol."""
    return not where(game, player) and bool(where(game, player.lower()))


def find_steps(game):
    """Return the possible steps."""
    own, foe = game.player, OTHER[game.player]
    if rules_of(game)["opening"] == "corner" and not where(game, own + own.lower()):
        # The very first step of a player is the own corner.
        last = len(game.board) - 1
        corner = (last, 0) if own == "A" else (0, last)
        return [corner] if game.cell(*corner) == "-" else []
    reached = set()
    spreading = where(game, own)
    while spreading:
        row, column = spreading.pop()
        for near in ((row + up, column + right) for up in (-1, 0, 1) for right in (-1, 0, 1)):
            if near in reached:
                continue
            reached.add(near)
            if game.cell(*near) == foe.lower():  # an enemy symbol that we killed
                spreading.append(near)
    return sorted(near for near in reached if game.cell(*near) in ("-", foe))


def find_moves(game):
    """Return the legal moves: steps; or a pass, where no step is possible."""
    return find_steps(game) or ([] if game.steps else [PASS])


def make_step(game, step):
    row, column = step
    empty = game.board[row][column] == "-"
    game.board[row][column] = game.player if empty else OTHER[game.player].lower()
    game.steps += 1


def turn_length(game):
    return int(rules_of(game)["first-turn"]) if game.half_move == 1 else STEPS


def can_complete(game):
    """Return whether the player to move can make a whole turn; any steps prove it."""
    game = game.copy()
    while game.steps < turn_length(game):
        steps = find_steps(game)
        if not steps:
            return False
        make_step(game, steps[0])
    return True


def result(game, both_passed):
    """Return the winner field after a turn; `player` is the next player."""
    mover, ending = OTHER[game.player], rules_of(game)["ending"]
    if ending != "full-turn" and wiped_out(game, game.player):
        return mover
    if ending == "full-turn" and not can_complete(game):
        return mover
    if not both_passed:
        return "U"
    return mover if ending == "last-turn" else "D"


def play(game, move):
    """Return the game after a move. The turn ends when no more steps can be made."""
    game = game.copy()
    both_passed = move is PASS and game.footer.get("last") == "pass"
    if move is not PASS:
        make_step(game, move)
        won = rules_of(game)["ending"] != "full-turn" and wiped_out(game, OTHER[game.player])
        if not won and game.steps < turn_length(game) and find_steps(game):
            return game
    game.end_turn()
    game.footer = {**game.footer, "last": "pass" if move is PASS else ""}
    game.winner = result(game, both_passed)
    return game
