"""Compares `duiyi forbidden` on random boards, point by point, with a judge that nobody here wrote (PyPI renju).

Usage: fouls.py PROGRAM [POINTS] [SEED] (needs: pip install renju)
"""

import random
import subprocess
import sys

from renju.check_forbid import ForbidChecker

SIZE = 15
NAMES = {1: "double-three", 2: "double-four", 3: "overline"}


def name(column, row):
    return f"{chr(ord('a') + column)}{row + 1}"


def has_five(board):
    for x in range(SIZE):
        for y in range(SIZE):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + k * dx, y + k * dy) for k in range(5)]
                if all(0 <= a < SIZE and 0 <= b < SIZE for a, b in cells):
                    stones = {board[a][b] for a, b in cells}
                    if stones == {1} or stones == {2}:
                        return True
    return False


def random_board(rng):
    """Stones in a window of the board, more black ones than white: that is where fouls are."""
    while True:
        board = [[0] * SIZE for _ in range(SIZE)]
        width = rng.randint(7, SIZE)
        left, low = rng.randint(0, SIZE - width), rng.randint(0, SIZE - width)
        black = rng.uniform(0.1, 0.4)
        white = rng.uniform(0.0, black)
        for x in range(left, left + width):
            for y in range(low, low + width):
                board[x][y] = rng.choices((0, 1, 2), (1 - black - white, black, white))[0]
        if not has_five(board):
            return board


def ours(program, board):
    stones = lambda colour: " ".join(name(x, y) for x in range(SIZE) for y in range(SIZE) if board[x][y] == colour)
    argv = [program, "forbidden"]
    for option, colour in (("--black", 1), ("--white", 2)):
        if stones(colour):
            argv += [option, stones(colour)]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


def main(program, points="100000", seed="1"):
    rng = random.Random(int(seed))
    seen = boards = 0
    fouls = dict.fromkeys(NAMES.values(), 0)
    while seen < int(points):
        board = random_board(rng)
        if not any(1 in column for column in board):
            continue
        said = ours(program, board)
        judge = ForbidChecker(board, 0, 0)
        for x in range(SIZE):
            for y in range(SIZE):
                if board[x][y] == 0:
                    wanted = NAMES.get(judge.foulr(x, y, 0))
                    if said.get(name(x, y)) != wanted:
                        sys.exit(f"board {boards + 1} of seed {seed}, {name(x, y)}: {said.get(name(x, y))}, "
                                 f"but renju says {wanted}: {board}")
                    if wanted:
                        fouls[wanted] += 1
                    seen += 1
        boards += 1
    print(f"{boards} boards, {seen} empty points, {fouls}, no disagreement")


if len(sys.argv) < 2:
    sys.exit(__doc__)
main(*sys.argv[1:])
