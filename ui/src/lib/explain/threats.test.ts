import { describe, expect, it } from "vitest";
import type { ThreatsSeen } from "../bindings";
import { Threats, type Board } from "./threats.svelte";

const board = (placement: string): Board => ({ placement, sideToMove: "first" });
const seen = (placement: string): ThreatsSeen => ({
  placement,
  sideToMove: "first",
  threats: [{ side: "first", what: { kind: "five", row: [placement], foul: null }, line: [] }],
});
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe("threats beside a board", () => {
  it("asks nothing while they are hidden", async () => {
    let asked = 0;
    const threats = new Threats(() => {
      asked += 1;
      return Promise.resolve(seen("a"));
    });
    threats.follow(board("a"));
    await settled();
    expect(asked).toBe(0);
    threats.toggle();
    await settled();
    expect(threats.list).toHaveLength(1);
    threats.toggle();
    expect(threats.list).toBeNull();
  });

  it("never shows those of a board that was left", async () => {
    const answers: ((seen: ThreatsSeen) => void)[] = [];
    const threats = new Threats(() => new Promise((resolve) => answers.push(resolve)));
    threats.toggle();
    threats.follow(board("a"));
    threats.follow(board("b"));
    answers[0]?.(seen("a"));
    await settled();
    expect(threats.list).toBeNull();
    expect(answers).toHaveLength(2);
    answers[1]?.(seen("b"));
    await settled();
    expect(threats.list?.[0]?.what).toMatchObject({ row: ["b"] });
    threats.follow(board("c"));
    expect(threats.list).toBeNull();
  });

  it("does not ask for ever where the shell is on another board", async () => {
    let asked = 0;
    const threats = new Threats(() => {
      asked += 1;
      return Promise.resolve(seen("elsewhere"));
    });
    threats.toggle();
    threats.follow(board("a"));
    await settled();
    expect(asked).toBe(1);
    expect(threats.list).toBeNull();
  });
});
