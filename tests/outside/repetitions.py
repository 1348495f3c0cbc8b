"""Compares verdicts on repetitions with PyPI pyffish (Fairy-Stockfish) on random cyclic lines.

Usage: repetitions.py PROGRAM [LINES [SEED]] (needs: pip install pyffish). A line is a position of a few random pieces, or
one from a random game, and moves up to the third occurrence of a position. Most idle draws are left out, so that checks
and chases are not drowned. Prints a table of verdicts and every disagreement.
"""

import collections
import json
import random
import subprocess
import sys

import pyffish

GAME = "xiangqi"
FILES = "abcdefghi"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
# Where each piece of Red can stand; ranks from 0.
PALACE = [(f, r) for f in range(3, 6) for r in range(3)]
PLACES = {
    "K": PALACE,
    "A": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
    "B": [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
    "P": [(f, r) for f in range(9) for r in range(3, 10) if r > 4 or f % 2 == 0],
}
ANYWHERE = [(f, r) for f in range(9) for r in range(10)]


def random_fen(rng):
    """Returns a position of two generals and two to twelve other pieces in which the side that has moved is safe."""
    while True:
        board = {}
        for red in (True, False):
            pieces = ["K"] + rng.sample(list("AABBNNRRCCPPPPP"), rng.randint(1, 6))
            for piece in pieces:
                file, rank = rng.choice(PLACES.get(piece, ANYWHERE))
                square = (file, rank if red else 9 - rank)
                if square not in board:
                    board[square] = piece if red else piece.lower()
        pieces = "".join(board.values())
        if "K" not in pieces or "k" not in pieces:
            continue
        rows = []
        for rank in range(9, -1, -1):
            row = "".join(board.get((file, rank), "1") for file in range(9))
            for run in range(9, 1, -1):
                row = row.replace("1" * run, str(run))
            rows.append(row)
        text = "/".join(rows)
        side = rng.choice("wb")
        kings = [square for square, piece in board.items() if piece in "Kk"]
        (f1, r1), (f2, r2) = kings
        between = range(min(r1, r2) + 1, max(r1, r2))
        if f1 == f2 and not any((f1, rank) in board for rank in between):
            continue
        if not pyffish.gives_check(GAME, f"{text} {'b' if side == 'w' else 'w'} - - 0 1", []):
            return f"{text} {side} - - 0 1"


def squares(move):
    """Splits pyffish's a1a10."""
    cut = 3 if move[2].isdigit() else 2
    return move[:cut], move[cut:]


def ours(move):
    """Writes a move with ranks from 0."""
    return "".join(square[0] + str(int(square[1:]) - 1) for square in squares(move))


def back(move):
    one, other = squares(move)
    return other + one


def placement(fen, moves):
    return " ".join(pyffish.get_fen(GAME, fen, moves).split()[:2])


def quiet(fen, moves):
    """Returns the legal moves that take nothing and can be taken back."""
    now = pyffish.get_fen(GAME, fen, moves)
    board = {}
    for rank, row in enumerate(now.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[FILES[file] + str(10 - rank)] = letter
                file += 1

    def allowed(move):
        one, other = squares(move)
        return other not in board and not (board[one] in "Pp" and one[0] == other[0])

    return [move for move in pyffish.legal_moves(GAME, fen, moves) if allowed(move)]


def cycle(rng, fen):
    """Walks until a position stands for the third time, each player inclined to go back where he came from."""
    moves, seen = [], collections.Counter([placement(fen, [])])
    homing = rng.choice([0.5, 0.8, 0.95])
    attacking = rng.choice([0, 0.5, 0.9])
    while len(moves) < 40:
        choices = quiet(fen, moves)
        if not choices:
            return None
        home = back(moves[-2]) if len(moves) > 1 else None
        if home in choices and rng.random() < homing:
            move = home
        else:
            # Checks, and moves that begin as an earlier one ended, make cycles of violations likelier.
            checks = [move for move in choices if pyffish.gives_check(GAME, fen, moves + [move])]
            move = rng.choice(checks if checks and rng.random() < attacking else choices)
        moves.append(move)
        key = placement(fen, moves)
        seen[key] += 1
        if seen[key] == 3:
            return moves
    return None


def forcing(rng, fen):
    """Looks for a move to and fro that attacks something and a piece that runs to and fro from it."""
    there = quiet(fen, [])
    rng.shuffle(there)
    for one in there[:6]:
        replies = quiet(fen, [one])
        rng.shuffle(replies)
        for reply in replies[:6]:
            if back(one) not in pyffish.legal_moves(GAME, fen, [one, reply]):
                continue
            if back(reply) not in pyffish.legal_moves(GAME, fen, [one, reply, back(one)]):
                continue
            moves = [one, reply, back(one), back(reply)] * 2
            if verdict(fen, moves) != "draw" or rng.random() < 0.1:
                return moves
    return None


def verdict(fen, moves):
    is_end, value = pyffish.is_optional_game_end(GAME, fen, moves)
    if not is_end:
        return "ongoing"
    red_to_move = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
    return "draw" if value == 0 else "red" if (value > 0) == red_to_move else "black"


def random_line(rng):
    if rng.random() < 0.15:
        moves = []
        for _ in range(rng.randint(20, 120)):
            legal = pyffish.legal_moves(GAME, START, moves)
            if not legal:
                return None
            moves.append(rng.choice(legal))
        fen = pyffish.get_fen(GAME, START, moves)
        fen = " ".join(fen.split()[:2]) + " - - 0 1"
    else:
        fen = random_fen(rng)
    moves = (forcing if rng.random() < 0.6 else cycle)(rng, fen)
    return moves and (fen, moves)


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    lines = []
    while len(lines) < count:
        line = random_line(rng)
        if line:
            lines.append(line)
    text = "".join(f"{fen}\t{' '.join(ours(move) for move in moves)}\n" for fen, moves in lines)
    judged = subprocess.run(
        [program, "judge", "--game", "xiangqi", "--ruleset", "asian", "--lines"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    table, differing = collections.Counter(), []
    for (fen, moves), line in zip(lines, judged.stdout.splitlines(), strict=True):
        found, theirs = json.loads(line), verdict(fen, moves)
        table[theirs, found["outcome"], found["reason"]] += 1
        if theirs != found["outcome"]:
            differing.append(f"{theirs}\t{found['outcome']}\t{fen}\t{' '.join(ours(move) for move in moves)}\t{found['detail']}")
    print("pyffish  here     reason              lines")
    for (theirs, outcome, reason), number in sorted(table.items()):
        print(f"{theirs:8} {outcome:8} {reason:18} {number:6}")
    print(f"{count - len(differing)} of {count} alike")
    print("\n".join(differing))


main()
