import { describe, expect, it } from "vitest";
import { MotionTracker, motionBetween } from "./motion";
import { XIANGQI_START } from "../bindings";
import { parsePlacement } from "./placement";

const xiangqi = (text: string) => parsePlacement("xiangqi", null, text);
const START = xiangqi(XIANGQI_START);
const CANNON_E2 = xiangqi("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR");
const SOLDIER_TAKEN = xiangqi("rnbakabnr/9/1c5c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR");
const LATER = xiangqi("r1bakab1r/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C1N2/9/R1BAKAB1R");

describe("a motion", () => {
  it("is a slide for a quiet move", () => {
    const { slides, gone, came } = motionBetween(START, CANNON_E2);
    expect(slides).toEqual([{ from: "h2", to: "e2", man: { side: "first", letter: "c" } }]);
    expect([gone, came]).toEqual([[], []]);
  });

  it("is a slide and a fade for a capture", () => {
    const { slides, gone } = motionBetween(CANNON_E2, SOLDIER_TAKEN);
    expect(slides.map(({ from, to }) => from + to)).toEqual(["e2e6"]);
    expect(gone).toEqual([["e6", { side: "second", letter: "p" }]]);
  });

  it("brings a captured piece back when the capture is taken back", () => {
    const { slides, came } = motionBetween(SOLDIER_TAKEN, CANNON_E2);
    expect(slides.map(({ from, to }) => from + to)).toEqual(["e6e2"]);
    expect(came.map(([square]) => square)).toEqual(["e6"]);
  });

  it("is nothing for a jump", () => {
    expect(motionBetween(START, LATER)).toEqual({ slides: [], gone: [], came: [] });
  });

  it("never moves a stone", () => {
    const gomoku = (text: string) => parsePlacement("gomoku", 5, text);
    const { slides, gone, came } = motionBetween(gomoku("x4/5/5/5/5"), gomoku("4x/5/5/5/5"));
    expect(slides).toEqual([]);
    expect([gone.length, came.length]).toEqual([1, 1]);
  });
});

describe("a tracker", () => {
  it("shows the first board at once and counts turns by changed boards", () => {
    const tracker = new MotionTracker();
    expect(tracker.follow(START)).toMatchObject({ motion: { slides: [], gone: [], came: [] }, turn: 1 });
    expect(tracker.follow(CANNON_E2).motion.slides).toHaveLength(1);
    expect(tracker.follow(xiangqi("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR")).turn).toBe(
      2,
    );
    expect(tracker.follow(START).turn).toBe(3);
  });

  it("knows with which turn each man came to its square", () => {
    const tracker = new MotionTracker();
    tracker.follow(START);
    tracker.follow(CANNON_E2);
    const { since } = tracker.follow(SOLDIER_TAKEN);
    expect([since.get("e6"), since.get("e2"), since.get("b2")]).toEqual([3, undefined, 1]);
  });

  it("slides no piece that was dragged to its target", () => {
    let now = 0;
    const tracker = new MotionTracker(() => (now += 1000));
    tracker.follow(START);
    expect(tracker.follow(CANNON_E2, "h2e2").motion.slides).toEqual([]);
    expect(tracker.follow(SOLDIER_TAKEN, "h2e2").motion.slides).toHaveLength(1);
  });

  it("shows moves that follow each other quickly without movement, and the next slow one with it", () => {
    let now = 0;
    const tracker = new MotionTracker(() => now);
    const slides = (board: typeof START, at: number) => {
      now = at;
      return tracker.follow(board).motion.slides.length;
    };
    expect(slides(START, 0)).toBe(0);
    expect(slides(CANNON_E2, 10)).toBe(1);
    expect(slides(SOLDIER_TAKEN, 60)).toBe(0);
    expect(slides(CANNON_E2, 110)).toBe(0);
    expect(slides(SOLDIER_TAKEN, 400)).toBe(1);
  });
});
