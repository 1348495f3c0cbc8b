"""Compares our reading and writing of XQF and CBR with PyPI cchess, which nobody here wrote.

Each record of a folder is read by both; each game, and as many games of random moves with variations, is written by
`duiyi convert` as XQF and read by cchess. Usage: records.py PROGRAM FOLDER (needs: pip install cchess)
"""

import os
import random
import subprocess
import sys
import tempfile

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
RANDOM_GAMES = 100


def ours(program, path):
    """The paths of a tree, as we read it."""
    run = subprocess.run([program, "convert", path, "-", "--to", "lines"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return sorted(set(run.stdout.splitlines()[1:]))


def theirs(path):
    """The paths of a tree, as cchess reads it."""
    from cchess import Game

    game = Game.read_from(path)
    if game.first_move is None:
        return []
    lines = game.dump_iccs_moves()
    return sorted({" ".join(line) for line in lines})


def rewritten(program, source, path):
    """The main line of a game that cchess has written, which it does as PGN, as cchess and we read it."""
    from cchess import Game

    game = Game.read_from(source)
    game.save_to(path)
    if game.first_move is None:
        return [], []
    run = subprocess.run([program, "convert", path, "-", "--to", "lines"], capture_output=True, text=True)
    return [" ".join(game.dump_iccs_moves()[0])], run.stdout.splitlines()[1:]


def random_tree(program, rng):
    """Paths of random legal moves that share their beginnings."""
    paths = []
    for _ in range(rng.randint(1, 5)):
        path = list(rng.choice(paths))[: rng.randint(0, 12)] if paths else []
        for _ in range(rng.randint(1, 20)):
            legal = [program, "legal", "--game", "xiangqi", "--moves", " ".join(path)]
            moves = subprocess.run(legal, capture_output=True, text=True).stdout.split()
            if not moves:
                break
            path.append(rng.choice(moves))
        paths.append(path)
    return START + "\n" + "".join(" ".join(path) + "\n" for path in paths)


def main(program, folder):
    rng = random.Random(1)
    read = written = 0
    differences = []
    with tempfile.TemporaryDirectory() as scratch:
        there = os.path.join(scratch, "game.xqf")
        sources = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
        sources = [path for path in sources if path.lower().endswith((".xqf", ".cbr"))]
        for path in sources:
            read += 1
            if ours(program, path) != theirs(path):
                differences.append(f"{path} is read differently")
            wrote, found = rewritten(program, path, os.path.join(scratch, "game.pgn"))
            if wrote != found:
                differences.append(f"{path} as PGN of cchess is read differently")
        for index in range(RANDOM_GAMES):
            path = os.path.join(scratch, f"{index}.lines")
            with open(path, "w", encoding="utf-8") as file:
                file.write(random_tree(program, rng))
            sources.append(path)
        for path in sources:
            form = ["--from", "lines"] if path.endswith(".lines") else []
            run = subprocess.run([program, "convert", path, there, *form], capture_output=True, text=True)
            assert run.returncode == 0, run.stderr
            written += 1
            if ours(program, there) != theirs(there):
                differences.append(f"{path} as XQF is read differently")
    print(f"cchess: {read} records read by both, {written} written as XQF, {len(differences)} differences")
    print("\n".join(differences))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
