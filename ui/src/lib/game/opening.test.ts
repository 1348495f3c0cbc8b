import { describe, expect, test } from "vitest";
import { MemoryBackend } from "../backend/memory";
import type { PendingDecision, DeskEvent, Player, CurrentGame, Side } from "../bindings";
import { LANGS, loadArea, say } from "../i18n/text";
import { announcements, soundOf, type Voice } from "./announce";
import {
  choicesOf,
  OPENINGS,
  openingName,
  protocolName,
  sayDecided,
  sayTask,
  stepsOf,
  zoneOf,
} from "./opening";
import { adopt, EMPTY_VIEW, isStalled, refuse, turnOf } from "./reduce";
import { NO_COACH } from "./players";

const human: Player = { kind: "human", name: "" };
const engine: Player = { kind: "engine", level: 2 };
const start = await new MemoryBackend({ thinkMs: 60_000 }).newGame({
  setup: { game: "gomoku", rule: "freestyle", size: 15, opening: "swap2" },
  first: human,
  second: engine,
  clock: { kind: "none" },
  coach: NO_COACH,
});
const view = (change: Partial<PendingDecision> = {}): PendingDecision => ({
  protocol: "swap2",
  by: "first",
  turn: { kind: "place", reach: null },
  words: [],
  offers: [],
  ...change,
});
const at = (change: Partial<CurrentGame>): CurrentGame => ({ ...start, deciding: view(), ...change });
const white = { board: { ...start.board, sideToMove: "second" as const } };
const english: Voice = { lang: "en", notation: "chinese", announce: "brief" };
const chinese: Voice = { ...english, lang: "zh-CN" };

describe("what is to be done", () => {
  test("every turn has a sentence in every language", () => {
    const turns: PendingDecision["turn"][] = [
      { kind: "place", reach: null },
      { kind: "place", reach: 0 },
      { kind: "place", reach: 2 },
      { kind: "swap" },
      { kind: "swapOrAdd" },
      { kind: "number", most: 8 },
      { kind: "fifth" },
      { kind: "offer", left: 2 },
      { kind: "pick" },
    ];
    for (const lang of LANGS) {
      const said = turns.map((turn) => sayTask(lang, at({ deciding: view({ turn }) })));
      expect(new Set(said).size).toBe(turns.length);
      for (const sentence of said) expect(sentence).not.toMatch(/[{}]/);
    }
    expect(sayTask("en", at({ deciding: view({ turn: { kind: "place", reach: 2 } }) }))).toBe(
      "Place a black stone in the central 5\u00a0×\u00a05 area.",
    );
  });

  test("the stone has the colour of the next one, not of who places it", () => {
    expect(sayTask("en", at(white))).toBe("Place a white stone anywhere.");
  });

  test("whoever waits is told so, and two people are told whose turn it is", () => {
    expect(sayTask("en", at({ deciding: view({ by: "second" }) }))).toBe("White is deciding.");
    expect(
      sayTask("en", at({ second: human, deciding: view({ by: "second", turn: { kind: "swap" } }) })),
    ).toBe("White: Keep White, or swap colours?");
    expect(sayTask("en", start)).toBeNull();
  });

  test("the player of a table waits while the one at the other machine decides", () => {
    const table = (mine: Side) =>
      at({ second: human, mine, deciding: view({ by: "second", turn: { kind: "swap" } }) });
    expect(sayTask("en", table("first"))).toBe("White is deciding.");
    expect(sayTask("en", table("second"))).toBe("Keep White, or swap colours?");
  });
});

test("the buttons say which colour they are", () => {
  const words = ["keep", "swap", "add"];
  const labels = (deciding: PendingDecision) => choicesOf("en", deciding).map(({ label }) => label);
  expect(labels(view({ by: "second", turn: { kind: "swapOrAdd" }, words }))).toEqual([
    "Take White",
    "Take Black",
    "Place two more",
  ]);
  expect(labels(view({ turn: { kind: "swap" }, words: ["keep", "swap"] }))).toEqual([
    "Keep Black",
    "Swap to White",
  ]);
  expect(labels(view({ turn: { kind: "number", most: 2 }, words: ["1", "2"] }))).toEqual(["1", "2"]);
});

test("decisions are told with who took them", () => {
  expect(["swap", "keep", "add", "ten", "3", "h8"].map((word) => sayDecided("en", "second", word))).toEqual([
    "White swaps the colours.",
    "White keeps the colours.",
    "White places two more stones.",
    "White will offer ten fifth moves.",
    "White asks for 3 fifth moves.",
    "White offers H8.",
  ]);
  expect(sayDecided("zh-CN", "second", "swap")).toBe("白方选择交换。");
});

test("an exchange of colours says who has which now", () => {
  const seated = (first: Player, second: Player) => ({ first, second });
  const theirs = seated(engine, human);
  expect(sayDecided("en", "second", "swap", theirs)).toBe("Apprentice takes Black. You are White now.");
  expect(sayDecided("en", "first", "swap", seated(human, engine))).toBe(
    "Apprentice takes White. You are Black now.",
  );
  expect(sayDecided("en", "second", "swap", seated(human, engine))).toBe("You take Black.");
  expect(sayDecided("en", "second", "swap", seated(human, human))).toContain("had White now has Black");
  const fish: Player = { kind: "external", id: "g1", name: "Rapfi" };
  expect(sayDecided("zh-CN", "second", "swap", seated(fish, human))).toBe("Rapfi 选择执黑，你改执白。");
});

test("an exchange of colours at a table says which of the two players took a colour", async () => {
  await loadArea("network", "en");
  const person = (name: string): Player => ({ kind: "human", name });
  const swapped = (mine: Side, name = "Bo") =>
    sayDecided("en", "second", "swap", { first: person(name), second: person("Anna"), mine });
  expect(swapped("second")).toBe("Bo takes Black. You are White now.");
  expect(swapped("first")).toBe("You take Black.");
  expect(swapped("second", "")).toBe("The other player takes Black. You are White now.");
});

test("steps are counted by stones, and the zone is that of the next one", () => {
  const steps = (ply: number, change: Partial<PendingDecision>) =>
    stepsOf(at({ ply, deciding: view(change) }));
  expect(steps(0, {})).toEqual({ total: 3, placed: 0, isStone: true });
  expect(steps(3, { turn: { kind: "swapOrAdd" } })).toEqual({ total: 3, placed: 3, isStone: false });
  expect(steps(3, { turn: { kind: "place", reach: null } })?.total).toBe(4);
  expect(steps(1, { protocol: "taraguchi-10", turn: { kind: "swap" } })?.total).toBe(5);
  expect(stepsOf(at({ deciding: null }))).toBeNull();
  const zone = (turn: PendingDecision["turn"]) => zoneOf(view({ turn }));
  expect(zone({ kind: "place", reach: 2 })).toBe(2);
  expect(zone({ kind: "fifth" })).toBe(4);
  expect([zone({ kind: "place", reach: null }), zone({ kind: "swap" }), zoneOf(null)]).toEqual([
    null,
    null,
    null,
  ]);
});

test("one announcement has the moves, the decisions and the task", () => {
  const row = {
    uci: "h8",
    chinese: "h8",
    traditional: "h8",
    wxf: "h8",
    vietnamese: "h8",
    iccs: "h8",
    to: "h8",
    side: "first",
  } as const;
  const moved: DeskEvent = {
    kind: "moved",
    ply: 1,
    row: { ...row, from: null, piece: null, capture: null, check: false },
  };
  const said = announcements(
    { seq: 1, events: [moved, { kind: "decided", by: "second", choice: "add" }], game: at({}) },
    english,
  );
  expect(said).toEqual([
    { text: "Black: H8. White places two more stones. Place a black stone anywhere.", urgent: false },
  ]);
  const over = announcements(
    {
      seq: 2,
      events: [{ kind: "decided", by: "second", choice: "swap" }, { kind: "openingOver" }],
      game: { ...start, first: engine, second: human },
    },
    chinese,
  );
  expect(over).toEqual([{ text: "入门选择执黑，你改执白。开局完成，你执白方。", urgent: false }]);
  expect(soundOf({ seq: 3, events: [{ kind: "decided", by: "first", choice: "keep" }], game: start })).toBe(
    "select",
  );
});

test("whoever decides is at turn, and an engine that does not is stalled", () => {
  expect(turnOf(at(white))).toBe("first");
  expect(isStalled(at(white))).toBe(false);
  expect(isStalled(at({ deciding: view({ by: "second" }) }))).toBe(true);
});

test("a refusal goes with the decision it was about", () => {
  const error = { code: "same-fifth", message: "", at: "i8", points: [], obstacles: [] };
  const before = refuse(adopt(EMPTY_VIEW, at({}), 0), error);
  expect(adopt(before, at({}), 1).refusal).not.toBeNull();
  expect(adopt(before, at({ deciding: view({ offers: ["g8"] }) }), 1).refusal).toBeNull();
});

test("openings are named in every language", () => {
  for (const lang of LANGS) {
    expect(new Set(OPENINGS.map((code) => protocolName(lang, code))).size).toBe(OPENINGS.length);
    for (const code of OPENINGS) expect(say(lang, `opening.${code}.how`)).not.toBe("");
  }
  expect(protocolName("en", "later")).toBe("later");
  const name = { code: "D4", chinese: "花月", english: "Flower Moon" };
  expect([openingName("en", name), openingName("zh-CN", name), openingName("en", null)]).toEqual([
    "Flower Moon D4",
    "花月 D4",
    "",
  ]);
});

test("every opening of Xiangqi has its Vietnamese reading", async () => {
  const { default: table } = await import("../../../../data/books/xiangqi-openings.tsv?raw");
  const rows = table
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split("\t"));
  expect(rows.length).toBeGreaterThan(70);
  for (const [code = "", chinese = "", english = ""] of rows) {
    const name = openingName("vi", { code, chinese, english });
    expect(name, chinese).toMatch(new RegExp(`^\\p{Lu}[\\p{Ll}\\d ]+${code && ` ${code}`}$`, "u"));
    expect(name).not.toContain(english);
  }
  const name = (chinese: string) => openingName("vi", { code: "", chinese, english: "?" });
  expect(name("五七炮对屏风马进７卒")).toBe("Ngũ thất pháo đối bình phong mã tiến 7 tốt");
  expect(name("囍")).toBe("?");
});

test("every opening of Gomoku has its Vietnamese reading, with a fourth stone too", async () => {
  const { default: source } = await import("../../../../core/src/gomoku/opening.rs?raw");
  const names = [...source.matchAll(/chinese: "([^"]+)"/g)].map(([, chinese = ""]) => chinese);
  expect(names).toHaveLength(81);
  const name = (chinese: string) => openingName("vi", { code: "", chinese, english: "?" });
  for (const chinese of names) expect(name(chinese), chinese).toMatch(/^\p{Lu}[\p{Ll} ·]+$/u);
  expect([name("花月"), name("残月·四手甲")]).toEqual(["Hoa nguyệt", "Tàn nguyệt · tứ thủ giáp"]);
});

test("Chinese writes every digit of an opening of Xiangqi in half width", () => {
  const name = { code: "C60", chinese: "五七炮对屏风马进７卒", english: "?" };
  expect(openingName("zh-CN", name)).toBe("五七炮对屏风马进7卒 C60");
  expect(openingName("zh-TW", name)).toBe("五七炮對屏風馬進7卒 C60");
});
