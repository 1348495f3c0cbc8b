// A listener on the accessibility bus, as a screen reader meets it.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { until } from "./driver.mjs";

const PYTHON = "/usr/bin/python3";
const listens =
  existsSync(PYTHON) && existsSync("/usr/lib/x86_64-linux-gnu/girepository-1.0/Atspi-2.0.typelib");
/** The reason why nothing can be heard here, or false. */
export const skip = !process.env.CI && !listens && "the accessibility bus has no binding for Python here";

/** The accessibility bus as a screen reader meets it. */
export class Bus {
  #reader;
  /** Everything so far, oldest first. */
  events = [];
  /** By kind, how many events were expected already. */
  #seen = { announcement: 0, focus: 0 };

  static async open() {
    const bus = new Bus();
    const script = fileURLToPath(new URL("bus_listener.py", import.meta.url));
    bus.#reader = spawn(PYTHON, [script], { stdio: ["pipe", "pipe", "inherit"] });
    createInterface(bus.#reader.stdout).on("line", (line) => bus.events.push(JSON.parse(line)));
    await until(() => bus.events.length > 0, "the bus");
    return bus;
  }

  close() {
    this.#reader?.kill();
  }

  /** Waits until `kind` of event fits since the last that was expected, and returns its text or name. */
  async #expect(kind, pattern, ms) {
    const found = () => {
      const at = this.events.findIndex(
        (one, index) => index >= this.#seen[kind] && one.kind === kind && pattern.test(one.text ?? one.name),
      );
      if (at < 0) throw new Error(JSON.stringify(this.events.slice(this.#seen[kind])));
      this.#seen[kind] = at + 1;
      return this.events[at].text ?? this.events[at].name;
    };
    return until(found, `${pattern} on the bus`, ms);
  }

  /** Waits until a text that fits is announced. */
  hears(pattern, ms = 30_000) {
    return this.#expect("announcement", pattern, ms);
  }

  /** Waits until something whose name fits takes the focus. */
  focuses(pattern, ms = 15_000) {
    return this.#expect("focus", pattern, ms);
  }

  /** Asks every text for its attributes, as Orca does, and returns the names by role. */
  async asks() {
    const before = this.events.length;
    this.#reader.stdin.write("\n");
    const asked = () => this.events.slice(before).find(({ kind }) => kind === "asked");
    return (await until(asked, "the answers", 30_000)).roles;
  }

  get announced() {
    return this.events.flatMap(({ kind, text }) => (kind === "announcement" ? [text] : []));
  }
}
