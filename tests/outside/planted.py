#!/usr/bin/env python3
"""Plants mistakes in games and counts which of them `duiyi analyze` finds.

    planted.py DUIYI [GAMES] [SEED] [FOLDER]

Each game is played by the engine at a few thousand nodes a move from some random moves; at one ply in the middle a move is
played that a search of 400,000 nodes says gives away a fifth of the winning chances or more, and the engine goes on. Then
`duiyi analyze` reviews the game with 300,000 nodes a position, which is what its usual time is good for on a free core: a
bound in nodes does not depend on what else the machine does. Who has the last word is a search of two million nodes before and after each
move that was labelled: a label that it does not confirm is a false alarm. The games stay in FOLDER.
"""
import json
import math
import random
import re
import subprocess
import sys
from pathlib import Path

PROGRAM = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 20
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
FOLDER = Path(sys.argv[4] if len(sys.argv) > 4 else "target/planted")

RULES = [("xiangqi", None), ("gomoku", "freestyle"), ("xiangqi", None), ("gomoku", "standard"), ("xiangqi", None),
         ("gomoku", "renju")]
# What the game is played, the planted move chosen, the game reviewed and a label judged with, in nodes.
PLAY, PLANT, REVIEW, JUDGE = 3_000, 400_000, 300_000, 2_000_000
PLIES = {"xiangqi": 60, "gomoku": 36}
PLANTED = {"xiangqi": (14, 44), "gomoku": (7, 16)}
BLUNDER, FAULT = 0.20, 0.05

SOURCE = (Path(__file__).parents[2] / "core/src/review/curve.rs").read_text()
SCALES = {name.lower(): float(scale) for name, scale in re.findall(r"const (\w+): Curve = Curve \{ scale: ([\d.]+)", SOURCE)}


def ask(command, game, rule, moves, *more):
    words = [PROGRAM, command, "--game", game, *more]
    if rule:
        words += ["--rule", rule]
    if moves:
        words += ["--moves", " ".join(moves)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def go(game, rule, moves, nodes):
    return json.loads(ask("go", game, rule, moves, "--nodes", str(nodes)))


def chance(game, rule, score):
    if "mate" in score:
        return 1.0 if score["mate"] > 0 else 0.0
    return 1 / (1 + math.exp(-score["cp"] / SCALES[rule or game]))


def lost(game, rule, moves, mv, nodes):
    """The share of the chances that `mv` gives away after `moves`."""
    before = chance(game, rule, go(game, rule, moves, nodes)["score"])
    after = 1 - chance(game, rule, go(game, rule, [*moves, mv], nodes)["score"])
    return max(before - after, 0.0)


def is_over(game, rule, moves):
    return not ask("legal", game, rule, moves).split()


def play(game, rule, rng):
    """Plays a game with one planted mistake; returns its moves and the ply of the mistake."""
    near = lambda mv: game == "xiangqi" or all(abs(at - 8) <= 3 for at in (ord(mv[0]) - 96, int(mv[1:])))
    while True:
        moves = []
        for _ in range(4):
            moves.append(rng.choice([mv for mv in ask("legal", game, rule, moves).split() if near(mv)]))
        if abs(chance(game, rule, go(game, rule, moves, PLAY)["score"]) - 0.5) > 0.2:
            continue
        wanted, planted = rng.randint(*PLANTED[game]), None
        while len(moves) < PLIES[game]:
            best = go(game, rule, moves, PLAY)
            if best["bestmove"] is None or not moves or is_over(game, rule, moves):
                break
            mv = best["bestmove"]
            if planted is None and len(moves) + 1 >= wanted and 0.2 < chance(game, rule, best["score"]) < 0.95:
                others = [other for other in ask("legal", game, rule, moves).split() if other != mv and near(other)]
                for other in rng.sample(others, min(4, len(others))):
                    if lost(game, rule, moves, other, PLANT) >= BLUNDER:
                        mv, planted = other, len(moves) + 1
                        break
            moves.append(mv)
        if planted:
            return moves, planted


def record(game, rule, moves):
    if game == "xiangqi":
        return " ".join(moves)
    points = "".join(f";{'BW'[at % 2]}[{mv[0]}{chr(97 + 15 - int(mv[1:]))}]" for at, mv in enumerate(moves))
    return f"(;GM[4]SZ[15]RU[{rule}]{points})"


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    rng = random.Random(SEED)
    found = missed = alarms = confirmed = 0
    for number in range(GAMES):
        game, rule = RULES[number % len(RULES)]
        moves, planted = play(game, rule, rng)
        path = FOLDER / f"{number:02}-{rule or game}.txt"
        path.write_text(record(game, rule, moves) + "\n")
        lines = [json.loads(line) for line in subprocess.run(
            [PROGRAM, "analyze", "--json", "--nodes", str(REVIEW), str(path)], capture_output=True, text=True, check=True).stdout.splitlines()]
        assert [line["move"] for line in lines] == moves, path
        label = lines[planted - 1]["label"]
        is_found = label in ("?!", "?", "??")
        found, missed = found + is_found, missed + (not is_found)
        told = []
        for line in lines:
            if line["label"] in ("?!", "?", "??") and line["ply"] != planted:
                loss = lost(game, rule, moves[: line["ply"] - 1], line["move"], JUDGE)
                confirmed, alarms = confirmed + (loss >= FAULT), alarms + (loss < FAULT)
                told.append(f"{line['ply']}{line['label']} {100 * loss:.0f} %")
        print(f"{path.name}: {len(moves)} plies, planted {planted} labelled {label or 'not'}; "
              f"others {', '.join(told) or 'none'}", flush=True)
    print(f"planted {GAMES} found {found} missed {missed}; other labels confirmed {confirmed} false alarms {alarms}")


main()
