"""Reads a book that `duiyi book export` wrote with PyPI cchess, which nobody here wrote.

Keys are those of `ChessBoard.zhash`, moves are played on its board. Usage: books.py PROGRAM RECORDS... (needs: pip install
cchess)
"""

import math
import os
import sqlite3
import struct
import subprocess
import sys
import tempfile

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"


def squares(packed):
    """The points of departure and arrival, as file and rank."""
    return [(byte % 16 - 3, 9 - (byte // 16 - 3)) for byte in (packed >> 8, packed & 255)]


def as_written(key, table):
    """A key as the programs of a form ask for it: with the top bit set the double with the same bytes, if it is no NaN."""
    double = struct.unpack("<d", struct.pack("<q", key))[0]
    return double if table == "bhobk" and key < 0 and not math.isnan(double) else key


def walk(rows, table):
    """The keys and the moves that cchess reaches from the start by legal moves."""
    from cchess import ChessBoard

    boards, keys, moves = [ChessBoard(START)], set(), 0
    while boards:
        board = boards.pop()
        key = as_written(board.zhash(), table)
        if key in keys or key not in rows:
            continue
        keys.add(key)
        for packed in rows[key]:
            start, end = squares(packed)
            assert board.is_valid_move(start, end), (board.to_fen(), packed)
            moves += 1
            after = board.copy()
            after.move(start, end)
            after.next_turn()
            boards.append(after)
    return keys, moves


def main(program, records):
    with tempfile.TemporaryDirectory() as folder:
        own = os.path.join(folder, "a.book")
        duiyi(program, "build", own, *records, "--game", "xiangqi")
        for name, table in (("a.obk", "bhobk"), ("a.pfBook", "pfBook")):
            book = os.path.join(folder, name)
            duiyi(program, "export", own, book)
            rows = {}
            for key, packed in sqlite3.connect(book).execute(f"SELECT vkey, vmove FROM {table}"):
                rows.setdefault(key, []).append(packed)
            keys, moves = walk(rows, table)
            written = sum(map(len, rows.values()))
            print(f"{name}: cchess reaches {len(keys)} of {len(rows)} positions and {moves} of {written} moves")


def duiyi(program, *arguments):
    print(subprocess.run([program, "book", *arguments], check=True, capture_output=True, text=True).stdout, end="")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
