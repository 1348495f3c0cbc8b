import { describe, expect, test } from "vitest";
import { MemoryBackend, SETUPS } from "../backend/memory";
import { XIANGQI } from "../backend/fixtures";
import type { SideViolation, MoveRow, RepetitionWarning, Ruled, Side, CurrentGame } from "../bindings";
import { announcements, sayReason } from "./announce";
import { sayRuling, warnings } from "./repetition";
import { NO_COACH } from "./players";

const human = { kind: "human" as const, name: "" };
const base = await new MemoryBackend().newGame({
  setup: SETUPS.xiangqi,
  first: human,
  second: human,
  clock: { kind: "none" },
  coach: NO_COACH,
});
const [cannon, horse] = XIANGQI.rows as [MoveRow, MoveRow];

const fault = (side: Side, kind: SideViolation["kind"], prey: string[] = []): SideViolation => ({
  side,
  kind,
  checks: 0,
  threats: 0,
  chases: 0,
  prey: prey.map((piece) => ({ piece, at: "a9" })),
});
const ruling = (loser: Side | null, faults: SideViolation[]): Ruled => ({
  loser,
  faults,
  cycle: [cannon, horse],
});
const warning = (ruled: Ruled, reply: MoveRow | null = null): RepetitionWarning => ({
  row: cannon,
  reply,
  ruled,
});
const at = (repetitions: RepetitionWarning[], change: Partial<CurrentGame> = {}): CurrentGame => ({
  ...base,
  repetitions,
  ...change,
});
const said = (lang: "en" | "zh-CN", ...repetitions: RepetitionWarning[]) =>
  warnings(at(repetitions), lang, lang === "en" ? "wxf" : "chinese").map(({ sentence }) => sentence);

describe("before the move", () => {
  const chase = warning(ruling("first", [fault("first", "chase", ["r"])]));

  test.each([
    [
      chase,
      "再走炮二平五，同一局面第三次出现：长捉黑车，判负。",
      "C2=5 repeats the position for the third time: perpetual chase of the black chariot loses.",
    ],
    [
      warning(ruling("first", [fault("first", "chase", ["r", "c"])])),
      "再走炮二平五，同一局面第三次出现：长捉黑车和黑炮，判负。",
      "C2=5 repeats the position for the third time: perpetual chase of the black chariot and the black cannon loses.",
    ],
    [
      warning(ruling("first", [fault("first", "check"), fault("second", "chase", ["R"])])),
      "再走炮二平五，同一局面第三次出现：长将，判负。",
      "C2=5 repeats the position for the third time: perpetual check loses.",
    ],
    [
      warning(ruling("second", [fault("second", "check")])),
      "再走炮二平五，同一局面第三次出现：黑方长将，判负。",
      "C2=5 repeats the position for the third time: Black loses by perpetual check.",
    ],
    [
      warning(ruling(null, [])),
      "再走炮二平五，同一局面第三次出现：双方不变，判和。",
      "C2=5 repeats the position for the third time: the game is drawn.",
    ],
    [
      warning(ruling(null, [fault("first", "check"), fault("second", "check")])),
      "再走炮二平五，同一局面第三次出现：红方长将，黑方长将，双方犯规，判和。",
      "C2=5 repeats the position for the third time: both sides break the rule (Red: perpetual check; Black: perpetual check), so the game is drawn.",
    ],
    [
      warning(ruling("first", [{ ...fault("first", "attack"), checks: 2, threats: 1, chases: 1 }]), horse),
      "走炮二平五后，黑方再走马８进７，同一局面第三次出现：红方长打（2 将、1 杀、1 捉），判负。",
      "After C2=5, Black may repeat the position a third time with H8+7: Red loses by perpetual attack (checks: 2, mate threats: 1, chases: 1).",
    ],
  ])("%#", (repetition, chinese, english) => {
    expect(said("zh-CN", repetition)).toEqual([chinese]);
    expect(said("en", repetition)).toEqual([english]);
  });

  test("what loses comes first, what wins last", () => {
    const draw = warning(ruling(null, []));
    const win = warning(ruling("second", [fault("second", "check")]));
    const order = warnings(at([win, draw, chase]), "en", "wxf").map(({ loses, sentence }) => [
      loses,
      /drawn/.test(sentence),
    ]);
    expect(order).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
  });

  test("nothing is told while no person may move, nor after the game", () => {
    expect(warnings(at([chase], { can: { ...base.can, play: false } }), "en", "wxf")).toEqual([]);
    const outcome = { winner: null, reason: "repetition" };
    expect(warnings(at([chase], { board: { ...base.board, outcome } }), "en", "wxf")).toEqual([]);
  });

  test("it is read aloud at once when a move has brought it, and not again for a hint", () => {
    const voice = { lang: "en" as const, notation: "chinese" as const, announce: "brief" as const };
    const moved = { kind: "moved" as const, row: horse, ply: 2 };
    const update = { seq: 1, events: [moved], game: at([chase]) };
    expect(announcements(update, voice)).toEqual([
      { text: "Black: horse eight to seven.", urgent: false },
      {
        text: "cannon two to five repeats the position for the third time: perpetual chase of the black chariot loses.",
        urgent: true,
      },
    ]);
    expect(announcements({ ...update, events: [{ kind: "hint" }] }, voice)).toEqual([]);
  });
});

test("after the game the reason is the ruling", () => {
  const ruled = ruling("first", [fault("first", "chase", ["r"])]);
  expect(sayRuling("zh-CN", ruled)).toBe("同一局面第三次出现：红方长捉黑车，判负。");
  const outcome = { winner: "second" as const, reason: "perpetual-chase" };
  expect(sayReason("en", "xiangqi", outcome, ruled)).toBe(
    "The position occurred for the third time: Red loses by perpetual chase of the black chariot.",
  );
  expect(sayReason("en", "xiangqi", outcome)).toBe("Red perpetually chased a piece.");
});
