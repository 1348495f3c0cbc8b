import { describe, expect, it } from "vitest";
import { XIANGQI } from "../backend/fixtures";
import { LANGS, say } from "../i18n/text";
import type { Fact, ThreatKind } from "../bindings";
import { sayFact, sayListed, sayUnlisted, type Teller } from "./texts";

const zh: Teller = { lang: "zh-CN", notation: "chinese", game: "xiangqi" };
const en: Teller = { ...zh, lang: "en" };
const fact = (bearing: Fact["bearing"], what: ThreatKind): Fact => ({
  bearing,
  threat: { side: "second", what, line: [] },
});

describe("reasons in words", () => {
  it("names pieces by their own files, or by points beside coordinates", () => {
    const lost = fact("allows", {
      kind: "capture",
      taker: { piece: "n", at: "c5" },
      taken: { piece: "R", at: "d3" },
      root: "none",
    });
    expect(sayFact(zh, lost)).toBe("漏看：六路红车被3路黑马捉，且无根。");
    expect(sayFact(en, lost)).toBe(
      "Misses: the red chariot on file 6 is attacked by the black horse on file 3 and undefended.",
    );
    expect(sayFact({ ...en, notation: "uci" }, lost)).toContain("the red chariot on d3");
  });

  it("names mates and shapes", () => {
    const mate = fact("does", { kind: "mate", moves: 2, pattern: "horseCannon" });
    expect(sayFact(zh, mate)).toContain("马后炮");
    const win = fact("ignores", { kind: "vcf", moves: 3, shape: "fourThree", rows: [], foul: null });
    expect(sayFact({ ...zh, game: "gomoku" }, win)).toContain("冲四活三");
    expect(sayFact({ ...en, game: "gomoku" }, win)).toContain("White");
  });

  it("tells moves in words to those who listen", () => {
    const row = XIANGQI.rows[0]!;
    const mate: Fact = {
      bearing: "allows",
      threat: { side: "second", what: { kind: "mate", moves: 1, pattern: null }, line: [row] },
    };
    expect(sayFact({ ...en, notation: "wxf" }, mate)).toContain("C2=5");
    expect(sayFact({ ...en, notation: "wxf", aloud: true }, mate)).toContain("cannon two to five");
    expect(sayFact({ ...zh, aloud: true }, mate)).toContain("炮二平五");
  });

  it("tells a check that also attacks from a plain fork", () => {
    const what: ThreatKind = {
      kind: "fork",
      by: { piece: "n", at: "c1" },
      targets: [
        { piece: "K", at: "e0" },
        { piece: "R", at: "a0" },
      ],
    };
    expect(sayFact(zh, fact("does", what))).toBe("3路黑马将军，同时捉九路红车，必得子。");
  });

  it("tells a piece that moves away from one that moves in as the screen, in every language", () => {
    const mover = { piece: "N", at: "c5" };
    const by = { piece: "C", at: "e2" };
    for (const piece of ["k", "r"]) {
      const target = { piece, at: "e9" };
      const texts = LANGS.flatMap((lang) =>
        (["discovery", "screen"] as const).map((kind) =>
          sayFact({ ...zh, lang }, fact("does", { kind, mover, by, target })),
        ),
      );
      expect(new Set(texts).size).toBe(texts.length);
    }
    const target = { piece: "k", at: "e9" };
    const screen = fact("does", { kind: "screen", mover, by, target });
    expect(sayFact(zh, screen)).toBe("七路红马当炮架，五路红炮将军，必得子。");
  });

  it("does not say that there are no threats where they are not listed", () => {
    for (const lang of LANGS) {
      expect(sayUnlisted(lang, "xiangqi", false)).toBe("");
      expect(sayListed(lang, "xiangqi", true, 0)).toBe(say(lang, "threats.check"));
      expect(sayListed(lang, "xiangqi", true, 2)).toBe(say(lang, "threats.count", { n: 2 }));
      expect(sayListed(lang, "tictactoe", false, 0)).toBe(say(lang, "threats.tictactoe"));
    }
  });

  it("tells the rows of a Gomoku mistake, a foul and a stone apart, in every language", () => {
    const vcf = (more: object) =>
      fact("ignores", { kind: "vcf", moves: 2, shape: null, rows: [], foul: null, ...more } as ThreatKind);
    const three = vcf({ shape: "straightFour", rows: [["f9", "g8", "h7"]] });
    const fork = vcf({
      shape: "fourThree",
      rows: [
        ["e8", "f8", "g8"],
        ["h9", "h10"],
      ],
    });
    const foul = vcf({ foul: "double-three" });
    const apart = fact("allows", { kind: "apart", at: "c3" });
    for (const lang of LANGS) {
      const teller: Teller = { lang, notation: "wxf", game: "gomoku" };
      expect(sayFact(teller, three)).toContain("F9 G8 H7");
      expect(sayFact(teller, fork)).toContain("E8 F8 G8");
      expect(sayFact(teller, foul)).toContain(say(lang, "foul.double-three"));
      expect(sayFact(teller, apart)).toMatch(/^C3/);
    }
  });
});
