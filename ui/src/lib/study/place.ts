// Where in a line of moves a board is, in words.
import type { GameKind } from "../bindings";
import { roundOf } from "../game/rounds";
import { say, sideName, type Lang } from "../i18n/text";

/** "Round 2 of 7 · Black": the place after `ply` of `last` moves. Xiangqi counts rounds, the other games stones. */
export function sayPlace(
  lang: Lang,
  game: GameKind,
  secondBegins: boolean,
  ply: number,
  last: number,
): string {
  if (game !== "xiangqi") return say(lang, "study.at", { n: ply, total: last });
  const total = last === 0 ? 0 : roundOf(last, secondBegins);
  if (ply === 0) return say(lang, "study.at.start", { total });
  const side = sideName(lang, game, (ply % 2 === 1) === secondBegins ? "second" : "first");
  return say(lang, "study.at.round", { n: roundOf(ply, secondBegins), total, side });
}
