"""Plays whole games through engine clients that nobody here wrote.

PyPI pygomo-lib speaks with `duiyi gomocup` under three rules (judged by PyPI renju), PyPI cchess with `duiyi uci` and
`duiyi ucci`. Usage: clients.py PROGRAM (needs: pip install pygomo-lib renju cchess)
"""

import os
import stat
import sys
import tempfile
import time

TURN_MS = 60
PLIES_MAX = 400


def wrapper(folder, program, protocol):
    """Both clients start a single file without arguments."""
    path = os.path.join(folder, protocol)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec "{os.path.abspath(program)}" {protocol}\n')
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def gomoku(path, rule, size):
    from pygomo import EngineClient
    from renju import BoardStatus, RenjuBoard

    board = RenjuBoard(board_size=size, rule=rule)
    with EngineClient(path) as black, EngineClient(path) as white:
        for player in (black, white):
            assert player.start(board_size=size), "START was not answered"
            player.set_rule({"freestyle": 0, "standard": 1, "renju": 4}[rule])
            player.configure(timeout_turn=TURN_MS)
        move = black.begin().move
        while True:
            board.play_move(move.col, size - 1 - move.row)
            if board.status != BoardStatus.ONGOING:
                break
            player = white if len(board.moves) % 2 else black
            move = player.turn(move.to_numeric()).move
    print(f"pygomo-lib: {rule} {size}: {len(board.moves)} moves, {board.status.name} by {board.reason.value}")


def xiangqi(paths):
    from cchess import FULL_INIT_FEN, ChessBoard, UcciEngine, UciEngine

    engines = [UciEngine(), UcciEngine()]
    for engine, path in zip(engines, paths):
        assert engine.load(path) and engine.wait_for_ready(60), f"{path} is not ready"
    board = ChessBoard(FULL_INIT_FEN)
    for ply in range(PLIES_MAX):
        if board.no_moves():
            break
        engine = engines[ply % 2]
        assert engine.go_from(board.to_fen() + " - - 0 1", {"nodes": 3000})
        answer = None
        given_up = time.time() + 60
        while answer is None or answer["action"] not in ("bestmove", "dead", "draw"):
            answer = engine.get_action()
            assert time.time() < given_up, "no answer"
            time.sleep(0.002)
        assert answer["action"] == "bestmove", answer
        assert board.is_valid_iccs_move(answer["move"]), f"{answer['move']} is illegal to cchess: {board.to_fen()}"
        board.move_iccs(answer["move"])
        board.next_turn()
    for engine in engines:
        engine.quit()
    print(f"cchess: uci against ucci: {ply} moves, {'no moves left' if board.no_moves() else 'broken off'}")


def main(arguments):
    if len(arguments) != 1:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        path = wrapper(folder, arguments[0], "gomocup")
        for rule, size in (("freestyle", 20), ("standard", 15), ("renju", 15)):
            gomoku(path, rule, size)
        xiangqi([wrapper(folder, arguments[0], protocol) for protocol in ("uci", "ucci")])


main(sys.argv[1:])
