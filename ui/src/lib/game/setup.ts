// The set-up of a game in the parts that the window needs.
import type { Setup } from "../bindings";
import { sayCode, type Lang } from "../i18n/text";

/** Cells along one side of a board of tic-tac-toe. */
export const TICTACTOE_SIZE = 3;

/** Points along one side of a board of stones or marks; null in Xiangqi. */
export function sizeOf(setup: Setup): number | null {
  if (setup.game === "tictactoe") return TICTACTOE_SIZE;
  return setup.game === "gomoku" ? setup.size : null;
}

/** The name of a rule, in games with a choice; an unknown rule keeps its code. */
export function ruleName(lang: Lang, { game, rule }: Setup): string {
  if (game === "tictactoe") return "";
  return sayCode(lang, game === "xiangqi" ? "rule.xiangqi." : "rule.", rule, rule);
}
