"""Replays recorded matches through rule books that nobody here wrote.

Xiangqi: each move of a PGN must be legal to Fairy-Stockfish (PyPI pyffish). Gomoku: each stone of an SGF must be legal,
and the end must be the same, to PyPI renju; Caro, which it does not know, is judged here from the bare words. Usage: replay.py FILE... (needs: pip install pyffish renju)
"""

import re
import sys


def xiangqi(path):
    import pyffish

    text = open(path, encoding="utf-8").read()
    games = moves = 0
    for part in text.split('[Game "Chinese Chess"]')[1:]:
        tags = dict(re.findall(r'\[(\w+) "(.*?)"\]', part))
        body = re.sub(r"\{.*?\}", " ", part[part.rindex(']\n') + 1 :], flags=re.S)
        words = re.findall(r"\b([A-I])(\d)-([A-I])(\d)\b", body)
        fen = tags.get("FEN", pyffish.start_fen("xiangqi"))
        for number, (a, b, c, d) in enumerate(words, 1):
            # Fairy-Stockfish counts ranks from 1.
            move = f"{a.lower()}{int(b) + 1}{c.lower()}{int(d) + 1}"
            if move not in pyffish.legal_moves("xiangqi", fen, []):
                sys.exit(f"{path}: game {games + 1}, move {number}: {move} is illegal to pyffish")
            fen = pyffish.get_fen("xiangqi", fen, [move])
        ended = not pyffish.legal_moves("xiangqi", fen, [])
        said = tags.get("Termination") in ("checkmate", "stalemate")
        if ended != said:
            sys.exit(f"{path}: game {games + 1}: {tags.get('Termination')}, but pyffish says ended: {ended}")
        games, moves = games + 1, moves + len(words)
    return games, moves


def is_stuck(board):
    """Says whether Black is to move and may play none of the empty points, which to us is a draw as on a full board."""
    from renju.check_forbid import get_foul_type

    size = board.board_size
    grid = [[0] * size for _ in range(size)]
    for number, (x, y) in enumerate(board.moves):
        grid[x][y] = 1 + number % 2
    empty = [(x, y) for x in range(size) for y in range(size) if grid[x][y] == 0]
    return len(board.moves) % 2 == 0 and all(get_foul_type(grid, x, y) for x, y in empty)


class Caro:
    """A board of Caro: exactly five in a row win, unless an enemy stone stands at both ends."""

    def __init__(self, size):
        self.size, self.stones, self.winner = size, {}, None

    def play(self, column, row, colour):
        place = (column, row)
        if self.winner or place in self.stones or not (0 <= column < self.size and 0 <= row < self.size):
            raise ValueError(f"{place} cannot be played")
        self.stones[place] = colour
        for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
            ends, count = [], 1
            for way in (-1, 1):
                x, y = column + way * step[0], row + way * step[1]
                while self.stones.get((x, y)) == colour:
                    x, y, count = x + way * step[0], y + way * step[1], count + 1
                ends.append(self.stones.get((x, y)))
            # Next to an own row stands an enemy stone or none: off the board there is none.
            if count == 5 and None in ends:
                self.winner = colour

    def ended(self):
        """Returns the winner, D on a full board, None in a running game."""
        return self.winner or ("D" if len(self.stones) == self.size**2 else None)


def caro(at, size, stones, reason, result):
    board = Caro(size)
    for number, (colour, column, row) in enumerate(stones):
        try:
            board.play(ord(column) - ord("a"), ord(row) - ord("a"), colour)
        except ValueError as why:
            sys.exit(f"{at}, move {number + 1}: {why}")
    if board.ended() != {"five": result, "board-full": "D"}.get(reason):
        sys.exit(f"{at}: {reason} {result}, but the end is {board.ended()}")


def gomoku(path):
    from renju import BoardStatus, RenjuBoard

    text = open(path, encoding="utf-8").read()
    games = moves = stuck = 0
    for part in text.split("(;FF[4]")[1:]:
        size = int(re.search(r"SZ\[(\d+)\]", part).group(1))
        rule = re.search(r"RU\[(\w+)\]", part).group(1)
        reason = re.search(r"reason: ([\w-]+)", part).group(1)
        result = re.search(r"RE\[(\w)", part).group(1)
        stones = re.findall(r";([BW])\[([a-z])([a-z])\]", part)
        if rule == "caro":
            caro(f"{path}: game {games + 1}", size, stones, reason, result)
            games, moves = games + 1, moves + len(stones)
            continue
        board = RenjuBoard(board_size=size, rule=rule)
        for number, (_, column, row) in enumerate(stones):
            at = f"{path}: game {games + 1}, move {number + 1}"
            if board.status != BoardStatus.ONGOING:
                sys.exit(f"{at}: renju has ended the game before: {board.status.name} {board.reason.value}")
            try:
                board.play_move(ord(column) - ord("a"), size - 1 - (ord(row) - ord("a")))
            except ValueError as why:
                sys.exit(f"{at}: {why}")
        ends = {"five": {"B": BoardStatus.BLACK_WIN, "W": BoardStatus.WHITE_WIN}.get(result), "board-full": BoardStatus.DRAW}
        if rule == "renju" and reason == "board-full" and board.status == BoardStatus.ONGOING and is_stuck(board):
            stuck += 1
        elif board.status != ends.get(reason, BoardStatus.ONGOING):
            sys.exit(f"{path}: game {games + 1}: {reason} {result}, but renju says {board.status.name}")
        games, moves = games + 1, moves + len(stones)
    if stuck:
        print(f"{path}: {stuck} draws with only points left that renju, too, forbids to Black")
    return games, moves


def main(paths):
    if not paths:
        sys.exit(__doc__)
    for path in paths:
        games, moves = (xiangqi if path.endswith(".pgn") else gomoku)(path)
        if games == 0:
            sys.exit(f"{path}: there is no game in it")
        print(f"{path}: {games} games, {moves} moves, no disagreement")


main(sys.argv[1:])
