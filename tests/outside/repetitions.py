"""Compares verdicts on repetitions with PyPI pyffish (Fairy-Stockfish) on random cyclic lines.

Usage: repetitions.py PROGRAM [LINES [SEED]] (needs: pip install pyffish). A line is a position of a few random pieces and
moves up to the third occurrence of a position: a piece goes to and fro and another runs to and fro from it, or both sides
wander and like to go home. Most idle draws are left out, so that checks and chases are not drowned. Prints a table of
verdicts and every disagreement.
"""

import collections
import json
import random
import subprocess
import sys

import pyffish

# Squares are (file, rank) from Red's left. Where each piece of Red can stand:
PLACES = {
    "K": [(f, r) for f in range(3, 6) for r in range(3)],
    "A": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
    "B": [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
    "P": [(f, r) for f in range(9) for r in range(3, 10) if r > 4 or f % 2 == 0],
}
ANYWHERE = [(f, r) for f in range(9) for r in range(10)]
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def is_red(piece):
    return piece.isupper()


def flipped(square):
    return square[0], 9 - square[1]


def reach(board, square):
    """Yields where the piece on `square` goes by its own way of moving, own pieces included."""
    piece = board[square]
    file, rank = square
    role = piece.upper()
    if role in "RC":
        for df, dr in STRAIGHT:
            f, r, screens = file + df, rank + dr, 0
            while 0 <= f < 9 and 0 <= r < 10:
                if (f, r) in board:
                    screens += 1
                    if screens == (1 if role == "R" else 2):
                        yield f, r
                        break
                elif screens == 0:
                    yield f, r
                f, r = f + df, r + dr
        return
    if role == "N":
        for df, dr in STRAIGHT:
            if (file + df, rank + dr) not in board:
                for side in (1, -1):
                    to = (file + 2 * df + side * abs(dr), rank + 2 * dr + side * abs(df))
                    if to in EVERYWHERE:
                        yield to
        return
    if role == "P":
        forward = 1 if is_red(piece) else -1
        steps = [(0, forward)] + ([(1, 0), (-1, 0)] if (rank > 4) == is_red(piece) else [])
        targets, allowed = [(file + df, rank + dr) for df, dr in steps], EVERYWHERE
    else:
        if role == "B":
            eyes = [step for step in DIAGONAL if (file + step[0], rank + step[1]) not in board]
            targets = [(file + 2 * df, rank + 2 * dr) for df, dr in eyes]
        else:
            targets = [(file + df, rank + dr) for df, dr in (STRAIGHT if role == "K" else DIAGONAL)]
        allowed = PLACES[role] if is_red(piece) else [flipped(place) for place in PLACES[role]]
    yield from (to for to in targets if to in allowed)


EVERYWHERE = set(ANYWHERE)


def attacked(board, red):
    """Returns whether the general of Red, or else of Black, is attacked or faces the other."""
    king = next(square for square, piece in board.items() if piece == ("K" if red else "k"))
    other = next(square for square, piece in board.items() if piece == ("k" if red else "K"))
    if king[0] == other[0]:
        low, high = sorted((king[1], other[1]))
        if not any((king[0], rank) in board for rank in range(low + 1, high)):
            return True
    return any(is_red(piece) != red and king in reach(board, square) for square, piece in board.items())


def played(board, move):
    after = dict(board)
    after[move[1]] = after.pop(move[0])
    return after


def quiet(board, red):
    """Returns the legal moves that take nothing and can be taken back."""
    moves = []
    for square, piece in board.items():
        if is_red(piece) == red:
            for to in reach(board, square):
                is_step = piece in "Pp" and to[0] == square[0]
                if to not in board and not is_step and not attacked(played(board, (square, to)), red):
                    moves.append((square, to))
    return moves


def random_board(rng):
    """Returns the two generals and two to twelve other pieces, and who is to move."""
    while True:
        board = {}
        for red in (True, False):
            for piece in ["K"] + rng.sample(list("AABBNNRRCCPPPPP"), rng.randint(1, 6)):
                square = rng.choice(PLACES.get(piece, ANYWHERE))
                board.setdefault(square if red else flipped(square), piece if red else piece.lower())
        red = rng.random() < 0.5
        pieces = board.values()
        if "K" in pieces and "k" in pieces and not attacked(board, not red):
            return board, red


def fen(board, red):
    rows = []
    for rank in range(9, -1, -1):
        row = "".join(board.get((file, rank), "1") for file in range(9))
        for run in range(9, 1, -1):
            row = row.replace("1" * run, str(run))
        rows.append(row)
    return f"{'/'.join(rows)} {'w' if red else 'b'} - - 0 1"


def wander(rng, board, red):
    """Walks until a position stands for the third time, each player inclined to go back where he came from."""
    moves, seen = [], collections.Counter([(fen(board, red))])
    homing, attacking = rng.choice([0.5, 0.8, 0.95]), rng.choice([0, 0.5, 0.9])
    while len(moves) < 40:
        choices = quiet(board, red)
        if not choices:
            return None
        home = moves[-2][::-1] if len(moves) > 1 else None
        if home in choices and rng.random() < homing:
            move = home
        else:
            checks = []
            if rng.random() < attacking:
                checks = [move for move in choices if attacked(played(board, move), not red)]
            move = rng.choice(checks or choices)
        moves.append(move)
        board, red = played(board, move), not red
        seen[fen(board, red)] += 1
        if seen[fen(board, red)] == 3:
            return moves
    return None


def to_and_fro(rng, board, red):
    """Lets each side move a piece there and back, twice; the first mostly attacks the second at both ends."""
    pairs = []
    hunts = rng.random() < 0.9
    for one in quiet(board, red):
        after = played(board, one)
        targets = set(reach(after, one[1]))
        for square in targets if hunts else list(after):
            if square not in after or is_red(after[square]) == red or after[square] in "Kk":
                continue
            for to in reach(after, square):
                if to not in after and (not hunts or to in reach(played(played(after, (square, to)), one[::-1]), one[0])):
                    pairs.append((one, (square, to)))
    rng.shuffle(pairs)
    for one, reply in pairs[:6]:
        after = played(board, one)
        if reply not in quiet(after, not red):
            continue
        third = played(after, reply)
        if one[::-1] in quiet(third, red) and reply[::-1] in quiet(played(third, one[::-1]), not red):
            return [one, reply, one[::-1], reply[::-1]] * 2
    return None


def words(moves, first_rank):
    return ["".join("abcdefghi"[file] + str(rank + first_rank) for file, rank in move) for move in moves]


def verdict(start, moves):
    """Asks pyffish, which counts ranks from 1 and speaks for the side to move."""
    is_end, value = pyffish.is_optional_game_end("xiangqi", start, words(moves, 1))
    if not is_end:
        return "ongoing"
    red_to_move = (start.split()[1] == "w") == (len(moves) % 2 == 0)
    return "draw" if value == 0 else "red" if (value > 0) == red_to_move else "black"


def article(board, red, moves, loser_is_red):
    """Guesses which condition of a chase pyffish leaves out, by docs/RULES-xiangqi.md: what it sees in a loser's move."""
    kinds = set()
    for move in moves:
        after = played(board, move)
        if red == loser_is_red:
            preys = {square for square, piece in after.items() if is_red(piece) != red and piece not in "Kk"}
            kept = set(reach(board, move[0])) & set(reach(after, move[1])) & preys
            if board[move[0]] in "RrCc" and kept:
                kinds.add("C5 draws back")
            hunters = [square for square, piece in after.items() if is_red(piece) == red and piece not in "KkPp"]
            attacks = [(hunter, prey) for hunter in hunters for prey in set(reach(after, hunter)) & preys]
            if any(attacked(played(after, attack), red) for attack in attacks):
                kinds.add("C2 pinned hunter")
        board, red = after, not red
    return ", ".join(sorted(kinds)) or "C3 protection"


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5000
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    lines = []
    while len(lines) < count:
        board, red = random_board(rng)
        moves = (to_and_fro if rng.random() < 0.7 else wander)(rng, board, red)
        if moves:
            start = fen(board, red)
            theirs = verdict(start, moves)
            if theirs != "draw" or rng.random() < 0.06:
                lines.append((start, moves, theirs, (board, red)))
    text = "".join(f"{start}\t{' '.join(words(moves, 0))}\n" for start, moves, *_ in lines)
    judged = subprocess.run(
        [program, "judge", "--game", "xiangqi", "--ruleset", "asian", "--lines"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    table, kinds, differing = collections.Counter(), collections.Counter(), []
    for (start, moves, theirs, (board, red)), line in zip(lines, judged.stdout.splitlines(), strict=True):
        found = json.loads(line)
        table[theirs, found["outcome"], found["reason"]] += 1
        if theirs != found["outcome"]:
            kind = article(board, red, moves, "red" not in (theirs if found["outcome"] == "draw" else found["outcome"]))
            kinds[theirs == "draw", kind] += 1
            told = [theirs, found["outcome"], kind, start, " ".join(words(moves, 0)), found["detail"]]
            differing.append("\t".join(told))
    print("pyffish  here     reason              lines")
    for (theirs, outcome, reason), number in sorted(table.items()):
        print(f"{theirs:8} {outcome:8} {reason:18} {number:6}")
    print(f"{count - len(differing)} of {count} alike")
    for (is_draw, kind), number in sorted(kinds.items()):
        print(f"{number:6} {'pyffish draws' if is_draw else 'pyffish sees a chase'}: {kind}")
    print("\n".join(differing))


main()
