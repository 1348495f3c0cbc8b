// The texts of the classics: stated results, verdicts, and findings as sentences.
import type {
  ClassicFinding,
  ClassicManual,
  ClassicRemarks,
  ClassicRow,
  ClassicView,
  ClassicsList,
  MoveRow,
  Side,
} from "../bindings";
import type { Voice } from "../game/announce";
import { spoken, written } from "../game/notation";
import { classicName } from "./names";
import { clauses, decimal, joined, say, sideName, type Key, type Lang } from "../i18n/text";

const GAME = "xiangqi";
/** Evaluations below it are called level, in centipawns. */
const LEVEL_CP = 50;

type Write = (row: MoveRow) => string;

/** "徐芝 · 1570" */
export function sayOrigin(lang: Lang, { author, date }: ClassicManual): string {
  const dynasty = { song: "song", ming: "ming", qing: "qing" }[date];
  const when = dynasty ? say(lang, `classics.date.${dynasty}` as Key) : date;
  return [classicName(lang, author), when].filter(Boolean).join(" · ");
}

/** "卷一 · 12" */
const sayPlace = (lang: Lang, { volume, number }: ClassicRow): string =>
  [classicName(lang, volume), number].filter(Boolean).join(" · ");

/** "适情雅趣 · 卷一 · 12": where a composition is. */
export const sayWhere = (lang: Lang, manual: ClassicManual | undefined, row: ClassicRow): string =>
  [classicName(lang, manual?.title ?? ""), sayPlace(lang, row)].filter(Boolean).join(" · ");

/** "Sound", "Game" or "Not checked". */
export const verdictName = (
  lang: Lang,
  { isGame, verdict }: Pick<ClassicRow, "isGame" | "verdict">,
): string =>
  say(
    lang,
    isGame ? "classics.verdict.game" : verdict ? `classics.verdict.${verdict}` : "classics.verdict.unjudged",
  );

/** The stated result as a sentence. */
export function sayStated(lang: Lang, { winner, isDraw, mates }: ClassicView): string {
  const side = (of: Side) => ({ side: sideName(lang, GAME, of) });
  if (isDraw) return say(lang, "classics.stated.draw");
  if (winner) return say(lang, "classics.stated.win", side(winner));
  return mates ? say(lang, "classics.stated.mate", side(mates)) : say(lang, "classics.stated.none");
}

/** A finding as a part of a sentence. */
export function sayFinding(lang: Lang, finding: ClassicFinding): string {
  if (finding.kind === "score") {
    const { cp } = finding;
    if (Math.abs(cp) < LEVEL_CP) return say(lang, "classics.finding.level");
    const side = sideName(lang, GAME, cp > 0 ? "first" : "second");
    return say(lang, "classics.finding.ahead", { side, points: decimal(lang, Math.abs(cp) / 100, 1) });
  }
  const side = sideName(lang, GAME, finding.winner);
  if (finding.moves === 0) return say(lang, "classics.finding.over", { side });
  return say(lang, `classics.finding.${finding.kind}`, { side, n: finding.moves });
}

/** The number of the round that move `after` + 1 belongs to. */
const roundAfter = (after: number): number => Math.floor(after / 2) + 1;

/** Our findings, one sentence each. */
export function sayFacts(lang: Lang, row: ClassicRow, view: ClassicView, write: Write): string[] {
  const { better, start, first, end, other, otherFinding } = view;
  if (!start || !first || !end) return [say(lang, "classics.unjudged")];
  const line = (rows: readonly MoveRow[]) => rows.map(write).join(" ");
  const facts: string[] = [];
  if (!row.isGame) {
    facts.push(say(lang, "classics.fact.start", { finding: sayFinding(lang, start) }));
    if (
      row.verdict === "firstMoveFails" ||
      (start.kind === "proved" && first.kind !== "proved" && view.line.length > 0)
    )
      facts.push(say(lang, "classics.fact.first", { finding: sayFinding(lang, first) }));
  }
  if (other && otherFinding)
    facts.push(
      say(lang, "classics.fact.other", { move: write(other), finding: sayFinding(lang, otherFinding) }),
    );
  if (better) {
    const key = row.isGame ? "classics.fact.mistake" : "classics.fact.defence";
    const values = {
      n: roundAfter(better.after),
      line: line(better.line),
      finding: sayFinding(lang, better.finding),
    };
    facts.push(say(lang, key, values));
  }
  if (view.line.length > 0 && !(end.kind === "mate" && end.moves === 0))
    facts.push(say(lang, "classics.fact.end", { finding: sayFinding(lang, end) }));
  return facts;
}

/** What the verdict means, and whether it is proved. */
export function sayVerdict(lang: Lang, { isGame, isProved, verdict }: ClassicRow): string[] {
  if (isGame || !verdict) return [];
  return [
    say(lang, `classics.explain.${verdict}`),
    ...(verdict === "unclear" ? [] : [say(lang, isProved ? "classics.proved" : "classics.opinion")]),
  ];
}

/** The composition as it is announced: title, stated result, verdict and findings. */
export function sayComposition(
  { lang, notation }: Voice,
  { manuals }: ClassicsList,
  row: ClassicRow,
  view: ClassicView,
): string {
  const manual = classicName(lang, manuals[row.manual]?.title ?? "");
  const head = clauses(lang, [row.title, manual, sayPlace(lang, row)].filter(Boolean));
  const read: Write = (move) => spoken(move, GAME, lang, notation);
  const said = [sayStated(lang, view), ...sayVerdict(lang, row), ...sayFacts(lang, row, view, read)];
  return joined(lang, [say(lang, "classics.head", { title: head }), ...said]);
}

/** The remarks of a study of the composition. */
export function remarksOf({ lang, notation }: Voice, row: ClassicRow, view: ClassicView): ClassicRemarks {
  const write: Write = (move) => written(move, GAME, notation);
  const finding = (of: ClassicFinding | null) =>
    of ? say(lang, "classics.remark", { finding: sayFinding(lang, of) }) : "";
  const known = [...sayVerdict(lang, row), ...sayFacts(lang, row, view, write)];
  return {
    start: joined(lang, [sayStated(lang, view), ...known, say(lang, `classics.agreement.${view.agreement}`)]),
    other: finding(view.otherFinding),
    better: finding(view.better?.finding ?? null),
  };
}

/** "Checked by version 0.1.0 with 200,000 positions a start." */
export function sayJudge(lang: Lang, judgedBy: string): string {
  const [version, nodes] = judgedBy.split(" ");
  if (!version || !nodes) return "";
  return say(lang, "classics.judge", { version, n: new Intl.NumberFormat(lang).format(Number(nodes)) });
}
