#!/usr/bin/env python3
"""Games between two terminal programs in two network namespaces, over a bad network that a third one carries.

Usage: network.py PROGRAM [--games N] [--kills N] [--lanes N] [--delay-max S] [--loss-max PERCENT] [--pull-max S]
                  [--seed N] [--here]

Each lane is a pair of namespaces. Their cables (veth) end in a third namespace, where this script passes frames on:
late (0 to --delay-max seconds each way), lost (0 to --loss-max percent), out of order (0 to 25 percent), and now and
then with a cable pulled (1 s to --pull-max, a few of them longer than a minute). The kernel's own `netem` is not
needed. A pulled cable of a guest may come back with another address.

The players are scripts that write to `duiyi play GAME --serve` and `--join`: every game, rule and opening in turn, with
ends by the board, resignation or agreement. Either program is killed (SIGKILL) and started again, --kills times in all.

What is held, after each look at both journals: no step that a journal had is ever missing from it; the guest's
journal is the beginning of the host's; at the end of a game both journals and both results are the same. The last line
has the figures; the status is 1 if a game was at fault.

With --here there are no namespaces and the network is the machine itself: any person may run it. Otherwise it needs
root and Linux.
"""

import argparse
import ctypes
import fcntl
import glob
import heapq
import json
import os
import random
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

SETUPS = (
    [["tictactoe"]]
    + [["xiangqi", "--rule", rule] for rule in ("asian", "chinese", "simple")]
    + [["gomoku", "--rule", rule] for rule in ("freestyle", "standard", "renju", "caro")]
    + [["gomoku", "--rule", "standard", "--opening", opening] for opening in ("swap1", "swap", "swap2")]
    + [
        ["gomoku", "--rule", "renju", "--opening", opening]
        for opening in ("rif", "yamaguchi", "soosorv-8", "taraguchi-10")
    ]
)

MIDDLE = f"duiyi-m{os.getpid()}"
GAME_MAX_S = 2400
LETTERS = "abcdefghijklmno"


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


# The network.


def without_checksums_left_open(name):
    """Lets the kernel write the checksum of each packet: a frame that is passed on by hand has none otherwise."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        buffer = bytearray(struct.pack("II", 0x17, 0))  # ETHTOOL_STXCSUM
        held = (ctypes.c_char * len(buffer)).from_buffer(buffer)
        request = struct.pack("16sP", name.encode(), ctypes.addressof(held))
        fcntl.ioctl(any_socket, 0x8946, request)  # SIOCETHTOOL


class Lane:
    """A pair of namespaces, or this machine."""

    def __init__(self, number, here):
        self.number, self.here = number, here
        self.host, self.guest = f"duiyi-a{os.getpid()}-{number}", f"duiyi-b{os.getpid()}-{number}"
        self.addresses = 0
        if here:
            return
        for space, mine, ip in ((self.host, f"a{number}", 1), (self.guest, f"b{number}", 2)):
            run("ip", "netns", "add", space)
            run("ip", "-n", space, "link", "set", "lo", "up")
            run("ip", "-n", space, "link", "add", "eth0", "type", "veth", "peer", "name", mine, "netns", MIDDLE)
            run("ip", "netns", "exec", space, sys.executable, __file__, "--checksums", "eth0")
            run("ip", "-n", space, "addr", "add", f"10.49.0.{ip}/24", "dev", "eth0")
            run("ip", "-n", space, "link", "set", "eth0", "up")
            run("ip", "-n", space, "route", "add", "default", "dev", "eth0")
            run("ip", "-n", MIDDLE, "link", "set", mine, "up")

    def within(self, is_host, command):
        return command if self.here else ["ip", "netns", "exec", self.host if is_host else self.guest] + command

    def pull(self, is_host, seconds, moves_away):
        """Pulls a cable for a time. The guest's may come back with another address."""
        cable = ("a" if is_host else "b") + str(self.number)
        run("ip", "-n", MIDDLE, "link", "set", cable, "down")
        time.sleep(seconds)
        if moves_away and not is_host:
            old = 2 + self.addresses % 200
            self.addresses += 1
            new = 2 + self.addresses % 200
            run("ip", "-n", self.guest, "addr", "add", f"10.49.0.{new}/24", "dev", "eth0")
            run("ip", "-n", self.guest, "addr", "del", f"10.49.0.{old}/24", "dev", "eth0")
            # The route goes with the first address.
            subprocess.run(["ip", "-n", self.guest, "addr", "replace", f"10.49.0.{new}/24", "dev", "eth0"], check=False)
            subprocess.run(["ip", "-n", self.guest, "route", "replace", "default", "dev", "eth0"], check=False)
        run("ip", "-n", MIDDLE, "link", "set", cable, "up")

    def close(self):
        if not self.here:
            for space in (self.host, self.guest):
                subprocess.run(["ip", "netns", "del", space], check=False, stderr=subprocess.DEVNULL)


def pass_frames(lanes):
    """Carries the frames of all lanes, as the lines of the input say: `lane delay_s loss reordered`."""
    sockets, other, manner = {}, {}, {}
    for lane in range(lanes):
        ends = []
        for letter in "ab":
            name = f"{letter}{lane}"
            end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
            end.bind((name, 0))
            end.setblocking(False)
            ends.append(end)
            sockets[end.fileno()] = (end, lane)
        other[ends[0].fileno()], other[ends[1].fileno()] = ends[1], ends[0]
        manner[lane] = (0.0, 0.0, 0.0)
    poll = select.poll()
    for number in sockets:
        poll.register(number, select.POLLIN)
    poll.register(0, select.POLLIN)
    os.set_blocking(0, False)
    due, count, text, last = [], 0, b"", {}
    passed = lost = reordered = 0
    rng = random.Random(1)
    while True:
        now = time.monotonic()
        while due and due[0][0] <= now:
            _, _, end, frame = heapq.heappop(due)
            try:
                end.send(frame)
            except OSError:
                pass  # The cable is out.
        wait = 1000 if not due else max(0, min(1000, int(1000 * (due[0][0] - now)) + 1))
        for number, _ in poll.poll(wait):
            if number == 0:
                try:
                    read = os.read(0, 65536)
                except BlockingIOError:
                    continue
                if not read:
                    print(json.dumps({"passed": passed, "lost": lost, "reordered": reordered}), flush=True)
                    return
                text += read
                *lines, text = text.split(b"\n")
                for line in lines:
                    lane, *values = line.split()
                    manner[int(lane)] = tuple(map(float, values))
                continue
            end, lane = sockets[number]
            try:
                frame, address = end.recvfrom(65536)
            except OSError:
                continue
            if address[2] == 4:  # What this end itself sent.
                continue
            delay, loss, swapped = manner[lane]
            if rng.random() < loss:
                lost += 1
                continue
            at = time.monotonic() + delay
            if swapped and rng.random() < swapped:
                # It overtakes others, or is overtaken.
                at += rng.uniform(-0.8, 0.8) * delay
                reordered += 1
            else:
                at = last[number] = max(at, last.get(number, 0))
            count += 1
            passed += 1
            heapq.heappush(due, (at, count, other[number], frame))


# The players.


class Fault(Exception):
    pass


class Player:
    """A running program, with what it has shown."""

    def __init__(self, lane, is_host, program, data, args):
        self.is_host, self.data = is_host, data
        env = {"PATH": os.environ["PATH"], "HOME": data, "XDG_DATA_HOME": data}
        self.child = subprocess.Popen(
            lane.within(is_host, [program, "play"] + args),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env,
        )
        self.lines, self.errors, self.heard = [], [], time.monotonic()
        for stream, lines in ((self.child.stdout, self.lines), (self.child.stderr, self.errors)):
            threading.Thread(target=self.read, args=(stream, lines), daemon=True).start()

    def read(self, stream, lines):
        for line in stream:
            self.heard = time.monotonic()
            lines.append(line.rstrip("\n"))

    def write(self, line):
        try:
            self.child.stdin.write(line + "\n")
            self.child.stdin.flush()
        except OSError:
            pass

    def kill(self):
        # The program itself: with namespaces `ip` has become it.
        self.child.send_signal(signal.SIGKILL)
        self.child.wait()

    def has_ended(self):
        return self.child.poll() is not None

    def find(self, pattern, since=0):
        for line in reversed(self.lines[since:]):
            found = re.match(pattern, line)
            if found:
                return found
        return None

    def is_away(self):
        for line in reversed(self.lines):
            if line.startswith("The connection is lost. "):
                return True
            if re.match(r"The game goes on at move|.* is here\.$", line):
                return False
        return False

    def colour(self):
        found = self.find(r".*?(\w+)(?: \([XO]\))?: [^,:]*\(you\)")
        return found and found[1]

    def decision(self):
        """Returns who decides in an opening, and what, if that is asked now."""
        for line in reversed(self.lines):
            found = re.match(r"\S+, (\w+)(?: \([XO]\))? to decide: (.*)", line)
            if found:
                return found[1], found[2]
            if re.match(r"\d+\. [^.]+ plays |The opening is over|back to move", line):
                return None
        return None

    def shown(self):
        found = self.find(r"(\d+)\. [^.]+ plays |The game goes on at move (\d+)\.|back to move (\d+)")
        return int(next(group for group in found.groups() if group)) if found else 0


def journal(data):
    """Returns the steps of the newest journal, or None."""
    files = sorted(glob.glob(os.path.join(data, "duiyi/journal/*.jsonl")), key=os.path.getmtime)
    if not files:
        return None
    steps = []
    try:
        with open(files[-1], "rb") as file:
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        return None
    for line in lines[1:-1]:
        found = re.search(rb'"entry":"(ply|undo|end)"(?:,"(?:mv|winner)":(?:"([^"]*)"|null))?'
                          rb'(?:,"reason":"([^"]*)")?(?:,"to_ply":(\d+))?', line)
        if found:
            steps.append(tuple((group or b"").decode() for group in found.groups()))
    return steps


class Play:
    """One game with its two players."""

    def __init__(self, trial, lane, number, rng):
        self.trial, self.lane, self.rng = trial, lane, rng
        self.args = SETUPS[number % len(SETUPS)]
        self.game, self.program = self.args[0], trial.options.program
        self.folder = tempfile.TemporaryDirectory(prefix="duiyi-network-")
        self.data = [os.path.join(self.folder.name, name) for name in ("host", "guest")]
        for folder in self.data:
            os.mkdir(folder)
        self.known = [[], []]
        self.end = rng.choice(["resign", "resign", "draw", "board"])
        self.length = rng.randint(6, 16) if self.end != "board" else 60
        self.line, self.moves = None, 0

    def play(self):
        serve = self.args + ["--serve", "--name", "Anna", "--wait", "60", "--side", self.rng.choice(["first", "second"])]
        self.host = Player(self.lane, True, self.program, self.data[0], serve)
        self.wait("table", lambda: self.find_table())
        self.guest = self.join()
        try:
            self.go_through()
        finally:
            for player in (self.host, self.guest):
                if not player.has_ended():
                    player.kill()
            self.folder.cleanup()

    def wait(self, what, holds, seconds=120):
        until = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > until:
                raise Fault(f"no {what}: {self.host.lines[-8:]} {self.host.errors}")
            time.sleep(0.05)

    def find_table(self):
        found = self.host.find(r"The table is open at (\S+?):(\d+)\.")
        code = self.host.find(r"  (\d{3}-\d{3}-\d{3}-\d{3})$")
        if found and code:
            self.address, self.code = ("127.0.0.1" if self.lane.here else "10.49.0.1") + ":" + found[2], code[1]
        return found and code

    def join(self):
        args = [self.game, "--join", self.address, "--code", self.code, "--name", "Bo"]
        return Player(self.lane, False, self.program, self.data[1], args)

    def look(self):
        """Reads both journals, the guest's first, and holds them against what they had and each other."""
        for at in (1, 0):
            steps = journal(self.data[at])
            if steps is None:
                continue
            before = self.known[at]
            if steps[: len(before)] != before:
                self.trial.count("lost", len(before) - len(steps))
                raise Fault(f"a journal lost steps: {before} {steps}")
            self.known[at] = steps
        host, guest = self.known
        if host[: len(guest)] != guest:
            raise Fault(f"the journals differ: {host} {guest}")
        return host, guest

    def go_through(self):
        begun = time.monotonic()
        sent = None
        while True:
            time.sleep(0.1)
            if time.monotonic() - begun > GAME_MAX_S:
                raise Fault(f"the game stands still: {self.host.lines[-12:]} {self.guest.lines[-12:]}")
            host, guest = self.look()
            for player in (self.host, self.guest):
                if player.find("The machines disagree"):
                    self.trial.count("disagreements", 1)
                    raise Fault(f"the machines disagree: {player.lines[-5:]}")
            is_over = [steps and steps[-1][0] == "end" for steps in (host, guest)]
            if all(is_over) and host == guest:
                break
            if self.guest.has_ended():
                if journal(self.data[1]) and not any("cannot be joined" in line for line in self.guest.errors):
                    raise Fault(f"the guest has ended: {self.guest.lines[-5:]} {self.guest.errors}")
                # Nobody sits down over a cable that is out.
                self.trial.count("joined again", 1)
                time.sleep(1)
                self.guest = self.join()
                continue
            if self.host.has_ended():
                raise Fault(f"the host has ended: {self.host.lines[-5:]} {self.host.errors}")
            if sent:
                at, player, lines, steps = sent
                if len(host) > steps and host == guest:
                    self.trial.count("steps", len(host) - steps)
                    sent = None
                elif len(host) == steps and self.is_refused(player, lines):
                    self.trial.count("tried again", 1)
                    sent = None
                elif self.host.is_away() or self.guest.is_away():
                    sent = (time.monotonic(), player, lines, steps)
                elif time.monotonic() - at > 300:
                    raise Fault(f"no answer: {self.host.lines[-9:]} {self.guest.lines[-9:]}")
                continue
            quiet = time.monotonic() - max(self.host.heard, self.guest.heard)
            if host != guest or any(is_over) or quiet < 0.15 or self.host.is_away() or self.guest.is_away():
                continue
            if journal(self.data[0]) is None or journal(self.data[1]) is None:
                continue
            player = self.mover(host)
            line = player and self.next_line(player, host)
            if not line:
                continue
            sent = (time.monotonic(), player, len(player.lines), len(host))
            player.write(line)
            if line == "draw":
                other = self.guest if player is self.host else self.host
                # An answer without a question is refused; the game goes on.
                threading.Timer(2 * self.trial.options.delay_max + 1, lambda: self.agree(other, player)).start()
            if self.trial.may_kill(self.rng):
                self.kill()
        self.finish()

    def agree(self, other, player):
        if other.find(".*offers a draw"):
            other.write("yes")
        else:
            player.write("resign")

    def is_refused(self, player, lines):
        """Returns whether the line was answered without a step, or was lost with the connection."""
        seen = player.lines[lines:]
        answered = any(re.match(r"The game goes on at move|The connection is lost; wait|the other player is away"
                                r"|.* says no\.|the board has changed", line) for line in seen)
        plain = [line for line in seen if re.match(r"[a-z'\"(].*[a-z]{3}|Black may not|.*(forbidden|mirror)", line)
                 and not re.match(r"clock |  ", line)]
        return answered or bool(plain) or player.has_ended()

    def mover(self, steps):
        plies = 0
        for step in steps:
            plies = int(step[3]) if step[0] == "undo" else plies + (step[0] == "ply")
        decision = self.host.decision() or self.guest.decision()
        if decision:
            side = decision[0]
        else:
            shown = max(self.host.shown(), self.guest.shown())
            first, second = {"xiangqi": ("Red", "Black"), "gomoku": ("Black", "White"), "tictactoe": ("X", "O")}[self.game]
            side = second if shown % 2 else first
        return next((player for player in (self.host, self.guest) if player.colour() == side), None)

    def next_line(self, player, steps):
        decision = player.decision()
        if decision:
            return self.decide(decision[1])
        moves = [step[1] for step in steps if step[0] == "ply"]
        if len(steps) >= self.length:
            return "draw" if self.end == "draw" and self.game == "xiangqi" and self.rng.random() < 0.5 else "resign"
        if self.game == "xiangqi":
            legal = subprocess.run(
                [self.program, "legal", "--game", "xiangqi", "--moves", " ".join(moves)], capture_output=True, text=True,
                check=False,
            ).stdout.split()
            return self.rng.choice(legal) if legal else "resign"
        if self.game == "tictactoe":
            return self.rng.choice("abc") + self.rng.choice("123")
        if self.end == "board" and self.rng.random() < 0.9:
            # One of them makes a row, if the other lets it.
            rank = 3 if player.is_host else 12
            return LETTERS[self.rng.randrange(2, 9)] + str(rank)
        return self.rng.choice(LETTERS) + str(self.rng.randint(1, 15))

    def decide(self, what):
        points = [LETTERS[x] + str(y + 1) for x in range(15) for y in range(15)]
        area = re.search(r"(\d+) x \d+ area", what)
        if area:
            reach = int(area[1]) // 2
            points = [LETTERS[7 + x] + str(8 + y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
        if "centre point" in what:
            return "h8"
        if what.startswith("choose how many"):
            return str(self.rng.randint(1, int(re.search(r"1 to (\d+)", what)[1])))
        if what.startswith("pick one"):
            return self.rng.choice(what.split("stones ")[1].split())
        words = re.findall(r"'(\w+)'", what)
        return self.rng.choice(words + [self.rng.choice(points)] if "stone" in what and "two" not in what else words or points)

    def kill(self):
        time.sleep(self.rng.uniform(0, 1.5) * self.trial.options.delay_max * self.rng.random())
        self.look()
        shown = [player.shown() for player in (self.host, self.guest)]
        is_host = self.rng.random() < 0.5
        (self.host if is_host else self.guest).kill()
        self.trial.count("kills", 1)
        time.sleep(self.rng.uniform(0, 3) * self.rng.random())
        if is_host:
            self.host = Player(self.lane, True, self.program, self.data[0], [self.game, "--serve", "--resume"])
            self.wait("table again", lambda: self.host.find(r"The table is open at"))
            if not self.host.find(r"The game goes on|The connection is lost"):
                self.wait("its game", lambda: self.host.find(r"The connection is lost|result "), 30)
        elif not (self.known[1] and self.known[1][-1][0] == "end"):
            self.guest = self.join()
        self.shown_before = shown

    def finish(self):
        results = [player.find(r"result \S+ \S+") for player in (self.host, self.guest)]
        until = time.monotonic() + 60
        while time.monotonic() < until and not all(results):
            results = [result or (player.has_ended() and player.find("")) or player.find(r"result \S+ \S+")
                       for result, player in zip(results, (self.host, self.guest))]
            time.sleep(0.1)
        said = {result[0] for result in results if result and result[0].startswith("result")}
        if len(said) != 1:
            self.trial.count("disagreements", 1)
            raise Fault(f"the results differ: {said} {self.host.lines[-4:]} {self.guest.lines[-4:]}")
        self.trial.count("games", 1)
        self.trial.count(f"{said.pop().split()[2]}", 1)


class Trial:
    def __init__(self, options):
        self.options = options
        self.counts, self.lock = {}, threading.Lock()
        self.next, self.faults, self.kills_left, self.is_over = 0, [], options.kills, False
        self.relay, self.plays = None, {}

    def show(self):
        """Prints where each game stands, for a person who waits."""
        for number, play in self.plays.items():
            print(number, play.args, play.manner, [len(known) for known in play.known])
            for player in (play.host, play.guest):
                print("   ", player.child.poll(), player.lines[-3:], player.errors[-1:], flush=True)

    def count(self, what, number):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + number

    def may_kill(self, rng):
        with self.lock:
            # Evenly over all steps; a game has about thirteen.
            if self.kills_left and rng.random() < self.options.kills / (13 * self.options.games):
                self.kills_left -= 1
                return True
            return False

    def take_game(self):
        with self.lock:
            if self.next >= self.options.games:
                return None
            self.next += 1
            return self.next - 1

    def spoil(self, lane, rng):
        """Gives a lane another manner for a game."""
        delay = rng.choice([0, 0.02, 0.1, 0.3, 1, 2]) * rng.random() * self.options.delay_max / 2
        if rng.random() < 0.05:
            delay = self.options.delay_max
        loss, reordered = rng.random() * self.options.loss_max / 100 * rng.random(), rng.random() * 0.25
        if rng.random() < 0.05:
            loss = self.options.loss_max / 100
        self.relay.stdin.write(f"{lane.number} {delay} {loss} {reordered}\n".encode())
        self.relay.stdin.flush()
        self.manner = (delay, loss, reordered)
        return f"delay {delay:.2f} s, loss {100 * loss:.0f} %, out of order {100 * reordered:.0f} %"

    def pull_cables(self, lane, rng):
        while not self.is_over:
            time.sleep(rng.uniform(5, 90))
            if self.is_over:
                return
            seconds = rng.uniform(1, 20) if rng.random() < 0.93 else rng.uniform(20, self.options.pull_max)
            try:
                lane.pull(rng.random() < 0.5, min(seconds, self.options.pull_max), rng.random() < 0.3)
            except subprocess.CalledProcessError as error:
                if not self.is_over:
                    self.faults.append(f"a cable: {error.stderr}")
                return
            self.count("cables pulled", 1)
            self.count("seconds without a cable", round(seconds))

    def play_lane(self, lane):
        rng = random.Random(self.options.seed * 1000 + lane.number)
        while (number := self.take_game()) is not None:
            manner = self.spoil(lane, rng) if self.relay else ""
            play = self.plays[lane.number] = Play(self, lane, number, rng)
            play.manner = manner
            try:
                play.play()
            except Fault as fault:
                with self.lock:
                    self.faults.append(f"game {number}, {' '.join(play.args)}, {manner}: {fault}")
                print("FAULT", self.faults[-1], flush=True)

    def run(self):
        here = self.options.here
        lanes = []
        # The namespaces go also when the trial is stopped.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
        signal.signal(signal.SIGUSR1, lambda *_: self.show())
        try:
            if not here:
                run("ip", "netns", "add", MIDDLE)
                for scope in ("all", "default"):
                    run("ip", "netns", "exec", MIDDLE, "sh", "-c", f"echo 1 >/proc/sys/net/ipv6/conf/{scope}/disable_ipv6")
            for number in range(self.options.lanes):
                lanes.append(Lane(number, here))
            if not here:
                self.relay = subprocess.Popen(
                    ["ip", "netns", "exec", MIDDLE, sys.executable, __file__, "--relay", str(len(lanes))],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                )
            threads = [threading.Thread(target=self.play_lane, args=(lane,), daemon=True) for lane in lanes]
            if not here:
                for lane in lanes:
                    rng = random.Random(self.options.seed * 7919 + lane.number)
                    threading.Thread(target=self.pull_cables, args=(lane, rng), daemon=True).start()
            for thread in threads:
                thread.start()
            begun = time.monotonic()
            while any(thread.is_alive() for thread in threads):
                time.sleep(1)
                if int(time.monotonic() - begun) % 60 == 0:
                    print(f"{time.monotonic() - begun:.0f} s", self.counts, flush=True)
            self.is_over = True
            if self.relay:
                frames = self.relay.communicate(timeout=20)[0]
                print("frames", frames.decode().strip())
        finally:
            self.is_over = True
            if self.relay and self.relay.poll() is None:
                self.relay.kill()
            for lane in lanes:
                lane.close()
            if not here:
                subprocess.run(["ip", "netns", "del", MIDDLE], check=False)
        for fault in self.faults:
            print("fault:", fault)
        figures = {"lost": 0, "disagreements": 0, "kills": 0, "games": 0} | self.counts
        print(", ".join(f"{what} {number}" for what, number in sorted(figures.items())))
        return 1 if self.faults or figures["games"] != self.options.games else 0


def main():
    if sys.argv[1:2] == ["--checksums"]:
        without_checksums_left_open(sys.argv[2])
        return 0
    if sys.argv[1:2] == ["--relay"]:
        pass_frames(int(sys.argv[2]))
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--lanes", type=int, default=24)
    parser.add_argument("--delay-max", type=float, default=2)
    parser.add_argument("--loss-max", type=float, default=20)
    parser.add_argument("--pull-max", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--here", action="store_true")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    if options.here:
        options.delay_max = 0
    return Trial(options).run()


if __name__ == "__main__":
    sys.exit(main())
