// The texts about an opening protocol: the pending decision with its buttons, and past decisions. Pure.
import { OPENING_PROTOCOLS, type PendingDecision, type Side, type CurrentGame } from "../bindings";
import { isChinese, joined, levelName, say, sideName, type Key, type Lang } from "../i18n/text";
import { openingIn } from "./opening-names";
import { isBetweenPeople } from "./players";
import { humanSide, other, playerOf, type Decision } from "./reduce";

/** The opening protocols on offer, none first. */
export const OPENINGS = ["none", ...OPENING_PROTOCOLS] as const;
export type OpeningCode = (typeof OPENINGS)[number];

/** The name of an opening protocol; an unknown one keeps its code. */
export function protocolName(lang: Lang, code: string): string {
  return OPENINGS.some((known) => known === code) ? say(lang, `opening.${code as OpeningCode}`) : code;
}

/** The pending decision, as a sentence to the deciding player here; to another one, that it is awaited. */
export function sayTask(lang: Lang, snapshot: CurrentGame): string | null {
  const { deciding, board } = snapshot;
  if (!deciding || board.outcome) return null;
  const who = sideName(lang, "gomoku", deciding.by);
  const both = isBetweenPeople(snapshot);
  if (!both && deciding.by !== humanSide(snapshot)) return say(lang, "opening.wait", { side: who });
  const task = taskOf(lang, deciding, board.sideToMove);
  // With two people at one board, the text names the side.
  return both ? say(lang, "opening.task.who", { side: who, task }) : task;
}

function taskOf(lang: Lang, { turn, by }: PendingDecision, colour: Side): string {
  const stone = say(lang, `stone.${colour}`);
  switch (turn.kind) {
    case "place":
      if (turn.reach === null) return say(lang, "opening.task.place", { stone });
      if (turn.reach === 0) return say(lang, "opening.task.centre", { stone });
      return say(lang, "opening.task.near", { stone, n: 2 * turn.reach + 1 });
    case "swap":
      return say(lang, "opening.task.swap", { side: sideName(lang, "gomoku", by) });
    case "swapOrAdd":
      return say(lang, "opening.task.swapOrAdd");
    case "number":
      return say(lang, "opening.task.number", { most: turn.most });
    case "fifth":
      return say(lang, "opening.task.fifth", { stone });
    case "offer":
      return say(lang, "opening.task.offer", { left: turn.left });
    case "pick":
      return say(lang, "opening.task.pick");
  }
}

type ChoiceButton = { word: string; label: string };

/** The buttons for decisions without a point. */
export function choicesOf(lang: Lang, deciding: PendingDecision): ChoiceButton[] {
  const { words, turn, by } = deciding;
  const take = turn.kind === "swapOrAdd";
  const side = (which: Side) => sideName(lang, "gomoku", which);
  const label = (word: string): string => {
    switch (word) {
      case "keep":
        return say(lang, take ? "opening.take" : "opening.keep", { side: side(by) });
      case "swap":
        return say(lang, take ? "opening.take" : "opening.swapTo", { side: side(other(by)) });
      case "add":
        return say(lang, "opening.add");
      case "ten":
        return say(lang, "opening.ten");
      default:
        return word;
    }
  };
  return words.map((word) => ({ word, label: label(word) }));
}

const DECIDED: Record<string, Key> = {
  swap: "say.decided.swap",
  keep: "say.decided.keep",
  add: "say.decided.add",
  ten: "say.decided.ten",
};

type Seated = Pick<CurrentGame, "first" | "second" | "mine">;

/** A decision as a sentence, after it was taken. An exchange of colours says who has which now. */
export function sayDecided(lang: Lang, by: Side, word: string, seated: Seated | null = null): string {
  if (word === "swap" && seated) return saySwap(lang, by, seated);
  const side = sideName(lang, "gomoku", by);
  const key = DECIDED[word];
  if (key) return say(lang, key, { side });
  if (/^\d+$/.test(word)) return say(lang, "say.decided.number", { side, n: Number(word) });
  return say(lang, "say.decided.offer", { side, point: word.toUpperCase() });
}

/** "Club player takes Black. You are White now." */
function saySwap(lang: Lang, by: Side, seated: Seated): string {
  const colour = (side: Side) => {
    const name = sideName(lang, "gomoku", side);
    return isChinese(lang) ? name.slice(0, 1) : name;
  };
  const mine = humanSide(seated);
  if (mine === null) return say(lang, "opening.swapped", { side: colour(by), other: colour(other(by)) });
  if (other(by) === mine) return say(lang, "opening.swapped.mine", { side: colour(mine) });
  const taker = playerOf(seated, other(by));
  const name =
    taker.kind === "engine"
      ? levelName(lang, "gomoku", taker.level)
      : taker.name || say(lang, "network.other");
  return say(lang, "opening.swapped.theirs", { name, side: colour(other(by)), mine: colour(mine) });
}

/** The decisions of the last step, as sentences. */
export const sayDecisions = (lang: Lang, decisions: readonly Decision[], seated: Seated): string =>
  joined(
    lang,
    decisions.map(({ by, choice }) => sayDecided(lang, by, choice, seated)),
  );

/** The steps of an opening: how many stones it has, how many are placed, and whether the next step is a stone. */
export function stepsOf({ deciding, ply }: Pick<CurrentGame, "deciding" | "ply">) {
  if (!deciding) return null;
  const { kind } = deciding.turn;
  const isStone = !["swap", "swapOrAdd", "number"].includes(kind);
  const usual = { swap1: 1, swap: 3, swap2: 3 }[deciding.protocol as string] ?? 5;
  // Two stones more may have been chosen.
  return { total: Math.max(usual, isStone ? ply + 1 : ply), placed: ply, isStone };
}

/** How far from the centre the next stone of an opening may be; null without a limit. */
export function zoneOf(deciding: PendingDecision | null): number | null {
  if (deciding?.turn.kind === "place") return deciding.turn.reach;
  return deciding?.turn.kind === "fifth" ? FIFTH_REACH : null;
}

/** Taraguchi's fifth stone is within the middle nine by nine points. */
const FIFTH_REACH = 4;

/** The name of an opening in the window's language. */
export function openingName(
  lang: Lang,
  name: { code: string; chinese: string; english: string } | null,
): string {
  if (!name) return "";
  // The name of a fourth stone includes it already.
  const code = name.code.includes("-") ? "" : name.code;
  return [openingIn(lang, name.chinese, name.english), code].filter(Boolean).join(" ");
}
