import { beforeEach, afterEach, describe, expect, test, vi } from "vitest";
import { Announcer, SETTLE_MS, speechMs } from "./announcer.svelte";

let said: string[];
let announcer: Announcer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  said = [];
  announcer = new Announcer((text) => said.push(text));
  announcer.route = "window";
});
afterEach(() => {
  announcer.close();
  vi.useRealTimers();
});

const say = (text: string, urgent = false) => announcer.announce({ text, urgent });

describe("the announcer", () => {
  test("keeps the order of what comes together, and loses none", () => {
    say("Red: cannon two to five.");
    say("Black: horse eight to seven.");
    say("You lost.", true);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(SETTLE_MS);
    expect(said).toEqual(["Red: cannon two to five.", "Black: horse eight to seven.", "You lost."]);
  });

  test("leaves out the Chinese name beside a translation", () => {
    say("Double cannon mate (重炮): the front cannon is the screen.");
    say("你赢了（重炮）。");
    vi.advanceTimersByTime(SETTLE_MS);
    expect(said).toEqual(["Double cannon mate: the front cannon is the screen.", "你赢了（重炮）。"]);
  });

  test("follows a change of the focus, at which a screen reader cuts its speech", () => {
    say("You lost.", true);
    vi.advanceTimersByTime(SETTLE_MS - 1);
    announcer.focused();
    vi.advanceTimersByTime(SETTLE_MS - 1);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(["You lost."]);
  });

  test("does not wait for ever while the focus moves on", () => {
    say("Black: horse eight to seven.");
    for (let moves = 0; moves < 20; moves++) {
      vi.advanceTimersByTime(60);
      announcer.focused();
    }
    expect(said).toHaveLength(1);
  });

  test("waits for a screen on its way, which takes the focus", () => {
    say("Xiangqi. Red to move.");
    announcer.hold(true);
    vi.advanceTimersByTime(400);
    expect(said).toEqual([]);
    announcer.hold(false);
    vi.advanceTimersByTime(SETTLE_MS);
    expect(said).toHaveLength(1);
  });

  test("waits for the end of earlier speech, but neither with something urgent nor after a key", () => {
    const list = "soldier, ".repeat(20);
    say(list);
    vi.advanceTimersByTime(SETTLE_MS);
    say("Black: horse eight to seven.");
    vi.advanceTimersByTime(1000);
    expect(said).toEqual([list]);
    say("Check.", true);
    vi.advanceTimersByTime(SETTLE_MS);
    expect(said).toEqual([list, "Black: horse eight to seven.", "Check."]);
    say(list);
    announcer.interrupted();
    vi.advanceTimersByTime(SETTLE_MS);
    expect(said).toHaveLength(4);
    say("Your move.");
    vi.advanceTimersByTime(speechMs(list));
    expect(said.at(-1)).toBe("Your move.");
  });

  test("shows equal texts as two in a live region, and hands none to the window there", () => {
    announcer.route = "liveRegion";
    say("This could not be read as a move.", true);
    vi.advanceTimersByTime(SETTLE_MS);
    const [first] = announcer.emitted;
    say("This could not be read as a move.", true);
    vi.advanceTimersByTime(SETTLE_MS);
    const [second] = announcer.emitted;
    expect([first?.text, second?.text]).toEqual(Array(2).fill("This could not be read as a move."));
    expect(second?.id).not.toBe(first?.id);
    expect(said).toEqual([]);
  });
});
