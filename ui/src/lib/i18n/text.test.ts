import { describe, expect, test, vi } from "vitest";
import {
  LANGS,
  labelled,
  ago,
  clauses,
  decimal,
  enumerated,
  levelCharacter,
  levelName,
  loadArea,
  moveCount,
  resolveLang,
  say,
  type Key,
  type Lang,
  type Values,
} from "./text";
import {
  BOARD_CODES,
  EXTERNAL_ENGINE_CODES,
  HOST_CODES,
  PARTS,
  PROBE_CODES,
  REASONS,
  SESSION_CODES,
  WINDOW_CODES,
  SETUP_CODES,
} from "../bindings";
import { LANGUAGES } from "./lang";

/** Every text of a language, by file. */
const files: Record<string, Record<Key, string>> = import.meta.glob("./*/*.json", {
  eager: true,
  import: "default",
});
const tables = Object.fromEntries(
  LANGS.map((lang) => [
    lang,
    Object.assign(
      {},
      ...Object.keys(files).map((path) => (path.startsWith(`./${lang}/`) ? files[path] : {})),
    ),
  ]),
) as Record<Lang, Record<Key, string>>;

const keys = Object.keys(tables.en) as Key[];
const holes = (text: string) =>
  [
    ...new Set([...text.matchAll(/\{(\w+)(?:, plural,(?: \w+ \{[^{}]*\})+)?\}/g)].map(([, name]) => name)),
  ].sort();

describe("parity", () => {
  test("every language has the same files with the same keys, in the same order", () => {
    const english = Object.keys(files).filter((path) => path.startsWith("./en/"));
    expect(Object.keys(files)).toHaveLength(english.length * LANGS.length);
    for (const path of english)
      for (const lang of LANGS)
        expect(Object.keys(files[path.replace("/en/", `/${lang}/`)] ?? {}), `${lang}: ${path}`).toEqual(
          Object.keys(files[path] ?? {}),
        );
  });

  test("the window loads every file of a language, at once or with a screen", async () => {
    for (const lang of LANGS) {
      const { default: texts, later } = await LANGUAGES[lang].load();
      const areas = await Promise.all(Object.values(later).map((load) => load()));
      const all = [texts, ...areas.map(({ default: area }) => area)].flatMap((table) => Object.keys(table));
      expect(all.sort()).toEqual([...keys].sort());
    }
  });

  test("the first part of a key is in one file", () => {
    const found = new Map<string, string>();
    for (const [path, table] of Object.entries(files)) {
      const area = path.split("/")[2] ?? "";
      for (const key of Object.keys(table)) {
        const first = key.split(".")[0] ?? "";
        expect(found.get(first) ?? area, key).toBe(area);
        found.set(first, area);
      }
    }
  });

  test.each(keys)("%s is written and takes the same values in every language", (key) => {
    for (const table of Object.values(tables)) {
      expect(table[key].trim()).not.toBe("");
      expect(holes(table[key])).toEqual(holes(tables.en[key]));
    }
  });

  test("a plural has a form for each category of its language", () => {
    for (const lang of LANGS) {
      const categories = new Intl.PluralRules(lang).resolvedOptions().pluralCategories.sort();
      for (const key of keys)
        for (const [, forms = ""] of tables[lang][key].matchAll(/, plural,((?: \w+ \{[^{}]*\})+)/g))
          expect([...forms.matchAll(/(\w+) \{/g)].map(([, name]) => name).sort(), key).toEqual(categories);
    }
  });

  test("in English the number of moves stays on the line of its word", () => {
    for (const key of keys) expect(tables.en[key], key).not.toMatch(/ in \{n\}(?! (\{n, plural|reviewed))/);
  });

  test("no language has borrowed the characters of another", () => {
    const all = (lang: Lang) => Object.values(tables[lang]).join("");
    expect(all("zh-TW")).not.toMatch(/[对设谱间开关马]/);
    expect(all("zh-CN")).not.toMatch(/[對設譜開關]/);
    expect(all("vi")).toMatch(/[ạảấầẩẫậắằẳẵặẹẻẽếềểễệ]/);
  });
});

const CODES = [
  ...BOARD_CODES,
  ...SETUP_CODES,
  ...SESSION_CODES,
  ...HOST_CODES,
  ...WINDOW_CODES,
  ...EXTERNAL_ENGINE_CODES,
];

test("every code and reason is a sentence in every language", () => {
  for (const lang of LANGS) {
    for (const code of CODES) expect(say(lang, `code.${code}` as Key), code).toMatch(/[.。]$/);
    for (const code of [...EXTERNAL_ENGINE_CODES, "engine-failed"])
      expect(say(lang, `analysis.fault.${code}` as Key), code).toMatch(/\{at\}.*[.。]$/);
    for (const code of PROBE_CODES) expect(say(lang, `probe.${code}` as Key), code).toMatch(/[.。]$/);
    for (const part of PARTS) expect(say(lang, `part.${part}` as Key), part).toContain("{n}");
    for (const reason of REASONS) expect(say(lang, `reason.${reason}` as Key), reason).toMatch(/[.。]$/);
  }
});

test("nothing is said in a language before it is loaded", async () => {
  vi.resetModules();
  const { loadLang, say: fresh } = await import("./text");
  expect(fresh("en", "nav.home")).toBe("");
  await loadLang("en");
  expect([fresh("en", "nav.home"), fresh("zh-CN", "nav.home")]).toEqual(["Home", ""]);
});

test("values are filled in; a value that is missing stays visible", () => {
  expect(say("en", "library.count", { n: 3 })).toBe("3 games");
  const rounds = (n: number) => say("en", "library.length.xiangqi", { n });
  expect([1, 0, 2, 1234].map(rounds)).toEqual(["1 round", "0 rounds", "2 rounds", "1,234 rounds"]);
  expect(say("vi", "library.length.tictactoe", { n: 1 })).toBe("1 nước");
  expect(say("vi", "lab.below", { n: 12345 })).toBe("12.345 nút");
  expect(say("en", "level.n")).toBe("Level {n}");
});

test("between Han there is no space, between Han and Latin there is one", () => {
  const ask = (lang: Lang, move: string) =>
    say(lang, "review.retry.ask", { side: say(lang, "side.xiangqi.first"), move });
  expect(ask("zh-CN", "车九进一")).toBe("红方：请找出比车九进一更好的一着");
  expect(ask("zh-CN", "炮５进４")).toBe("红方：请找出比炮５进４更好的一着");
  expect(ask("zh-TW", "C2=5")).toBe("紅方：請找出比 C2=5 更好的一著");
  expect(say("zh-CN", "review.retry.wrong", { move: "车九进一", share: "20%" })).toBe(
    "车九进一，损失 20% 胜率。",
  );
});

test("a name in Latin has a space beside Han, and a name in Han has none", () => {
  const leads = (names: string) => say("zh-CN", "tournament.leads", { n: 3, names, points: 5 });
  expect(leads("Pikafish")).toBe("3 局后，Pikafish 以 5 分领先。");
  expect(leads("小明")).toBe("3 局后，小明以 5 分领先。");
  expect(say("zh-TW", "books.opened", { book: "Rapfi" })).toBe("已開啟 Rapfi。");
  expect(leads("Nguyễn Ý")).toBe("3 局后，Nguyễn Ý 以 5 分领先。");
  const place = { piece: "黑马", from: "h9", to: "g7" };
  expect(say("zh-CN", "say.fromTo", place)).toBe("黑马 h9 到 g7");
  // A number is spaced by its sentence: 3路, 第 3 级.
  expect(say("zh-CN", "obstacle.file", { file: "3" })).toBe("3路");
});

test("neighbouring values in Han and Latin each have their space", () => {
  const man = (colour: string, piece: string) => say("zh-CN", "board.man", { colour, piece });
  expect([man("红", "K"), man("K", "红"), man("红", "车")]).toEqual(["红 K", "K 红", "红车"]);
  const fair = (level: string, odds: string) =>
    say("zh-CN", "handicap.fair.odds", { games: 9, against: "X", wins: 3, level, odds });
  expect(fair("L", "让")).toBe("最近 9 局对 X 胜 3 局：由 L 让，双方相当。");
  expect(fair("让", "L")).toBe("最近 9 局对 X 胜 3 局：由让 L，双方相当。");
});

test("one of a thing is not several, wherever a number comes with a noun", () => {
  const one = (key: Key, values: Record<string, number> = {}) => say("en", key, { n: 1, ...values });
  expect(one("lab.plies")).toBe("1 ply");
  expect(one("lab.games")).toBe("1 game");
  expect(one("lab.size", { depth: 1 })).toBe("1 ply, 1 node");
  expect(one("puzzle.again")).toContain("in 1 day.");
  // A noun in the plural behind a number that has no plural forms.
  const many =
    /\{\w+\} (?:plies|games|nodes|moves|days|puzzles|files|lines|points|stones|minutes|hours|positions)\b(?! away)/;
  // The figures of a running analysis are abbreviated, "1.2M nodes".
  expect(keys.filter((key) => many.test(tables.en[key]))).toEqual(["analysis.figures"]);
});

test("a mate has one name in reports, lessons and puzzles", () => {
  const patterns = keys.flatMap((key) => /^pattern\.(.+)$/.exec(key)?.[1] ?? []);
  expect(patterns).toHaveLength(12);
  for (const lang of LANGS)
    for (const pattern of patterns) {
      const text = (area: string) => tables[lang][`${area}.${pattern}` as Key];
      const name = text("pattern");
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      expect(text("lesson.mate").startsWith(title), `${lang}: ${text("lesson.mate")}`).toBe(true);
      expect(text("puzzle.theme"), lang).toBe(title.replace(/ \(.*\)$/, ""));
    }
});

test("a move has one name by its sign, in Vietnamese too", () => {
  const texts = tables.vi;
  expect([texts["notes.glyph.1"], texts["notes.glyph.2"], texts["notes.glyph.4"]]).toEqual([
    texts["review.label.fine"],
    texts["review.label.mistake"],
    texts["review.label.blunder"],
  ]);
  expect(texts["person.fault.inaccuracies"]).toBe(`${texts["review.label.inaccuracy"]} (?!)`);
  expect(texts["person.fault.mistakes"]).toBe(`${texts["review.label.mistake"]} (?)`);
  expect(texts["person.fault.blunders"]).toBe(`${texts["review.label.blunder"]} (??)`);
});

test("mistakes of every sign are not named as those of one sign, in Vietnamese", () => {
  const one = tables.vi["review.label.mistake"].toLowerCase();
  const whole = keys.filter((key) => /^person\.(faults|practice)/.test(key));
  expect(whole.filter((key) => tables.vi[key].toLowerCase().includes(one))).toEqual([]);
  expect(tables.vi["person.faults"]).toBe("Lỗi");
});

test("names in a Vietnamese sentence are a part of it", async () => {
  await loadArea("table", "vi");
  const game = say("vi", "game.xiangqi.inline");
  const told = (key: Key, values: Values = {}) => say("vi", key, { game, ...values });
  expect(told("books.new.default")).toBe("Sách cờ tướng của tôi");
  expect(told("table.count.default")).toBe("Ván cờ tướng");
  expect(told("puzzle.next.game")).toBe("Bài cờ tướng kế tiếp");
  expect(told("puzzle.themes")).toBe("Chủ đề cờ tướng");
  expect(told("lessons.finished")).toBe("Bạn đã học xong các bài cờ tướng.");
  expect(told("palette.level", { n: 5, name: "Đại sư" })).toBe("Chơi cờ tướng: cấp 5, Đại sư");
  expect(say("vi", "end.nextLevel", { level: "Đại sư" })).toBe("Thử cấp Đại sư");
  const fair = { wins: 4, games: 5, against: "Cao thủ", level: "Đại sư", odds: "Chấp mã trái" };
  expect(say("vi", "handicap.fair.odds", fair)).toBe(
    "Bạn thắng 4 trong 5 ván gần đây với cấp Cao thủ: đấu cấp Đại sư (Chấp mã trái) là cân sức.",
  );
});

test("a foul with its figures is in no bracket of its own", () => {
  for (const lang of LANGS)
    for (const key of ["threat.vcf.foul", "threat.five.foul"] as const)
      for (const foul of ["overline", "double-four", "double-three"] as const) {
        const values = { side: "", n: 3, at: "H8", foul: say(lang, `foul.${foul}`) };
        expect(say(lang, key, values)).not.toMatch(/[(（][^)）]*[(（]/);
      }
});

test("a class of endings names every piece of the attacker", async () => {
  const { default: list } = await import("../../../../data/endings/xiangqi.txt?raw");
  const rows = list.split("\n").map((row) => row.split("\t"));
  const fen = rows.find(([code]) => code === "rook-cannon-rook")?.[4] ?? "";
  expect([..."RNCABP"].filter((piece) => fen.split(" ")[0]?.includes(piece))).toEqual(["R", "C", "A"]);
  const attacker = (lang: Lang, against: string) =>
    tables[lang]["endings.class.rook-cannon-rook"].split(against)[0];
  expect(attacker("en", " against ")).toBe("Chariot, cannon, advisor");
  expect(attacker("vi", " chống ")).toBe("Xe Pháo Sĩ");
  expect([attacker("zh-CN", "对"), attacker("zh-TW", "對")]).toEqual(["车炮仕", "車炮仕"]);
});

test("what a message says ends with a full stop", () => {
  for (const lang of LANGS) expect(tables[lang]["editor.replaced"]).toMatch(/[.。]$/);
});

test("a label has the colon of the language", () => {
  expect(labelled("zh-CN", "败着", "红方 38% 降到 14%")).toBe("败着：红方 38% 降到 14%");
  expect(labelled("en", "Blunder", "Red 38% to 14%")).toBe("Blunder: Red 38% to 14%");
});

test("times, lists and counts are written as the language writes them", () => {
  const now = 10 * 86_400_000;
  const since = (lang: Lang) => [0, 5, 180, 1440].map((minutes) => ago(lang, now - minutes * 60_000, now));
  expect(since("en")).toEqual(["just now", "5 minutes ago", "3 hours ago", "1 day ago"]);
  expect(since("zh-CN")).toEqual(["刚刚", "5 分钟前", "3 小时前", "1 天前"]);
  expect(since("zh-TW").slice(1)).toEqual(["5 分鐘前", "3 小時前", "1 天前"]);
  expect(since("vi").slice(1)).toEqual(["5 phút trước", "3 giờ trước", "1 ngày trước"]);
  expect(LANGS.map((lang) => enumerated(lang, ["a", "b", "c"]))).toEqual([
    "a、b和c",
    "a、b和c",
    "a, b and c",
    "a, b và c",
  ]);
  expect(LANGS.map((lang) => clauses(lang, ["a", "b"]))).toEqual(["a，b", "a，b", "a, b", "a, b"]);
  expect([1, 2, 3, 11].map((n) => moveCount("zh-TW", n))).toEqual(["一", "兩", "三", 11]);
  expect(moveCount("en", 2)).toBe(2);
});

test("a decimal has the mark of its language, and always its digits", () => {
  expect(LANGS.map((lang) => decimal(lang, 92.25, 1))).toEqual(["92.3", "92.3", "92.3", "92,3"]);
  expect([decimal("en", 3, 2), decimal("vi", 0.5, 2)]).toEqual(["3.00", "0,50"]);
});

test("levels have their names", () => {
  expect(levelName("zh-CN", "xiangqi", 2)).toBe("棋童");
  expect(levelName("en", "gomoku", 5)).toBe("Master");
  expect(levelName("en", "gomoku", 99)).toBe("Master");
  expect(levelName("en", "tictactoe", 5)).toBe("Perfect");
  expect(levelName("en", "tictactoe", 2)).toBe("Newcomer");
  expect(levelCharacter("en", "xiangqi", 5)).toBe("Plays at full strength.");
});

test("the system's language decides only when it is asked to", () => {
  const resolved = (...preferred: string[]) => resolveLang("system", preferred);
  expect(["zh", "zh-CN", "zh-SG", "zh-Hans-HK"].map((one) => resolved(one))).toEqual(Array(4).fill("zh-CN"));
  expect(["zh-TW", "zh_HK", "zh-Hant", "zh-Hant-CN"].map((one) => resolved(one))).toEqual(
    Array(4).fill("zh-TW"),
  );
  expect([resolved("vi-VN"), resolved("de", "zh"), resolved()]).toEqual(["vi", "en", "en"]);
  expect(resolveLang("en", ["zh-CN"])).toBe("en");
});
