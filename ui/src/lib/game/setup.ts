// The set-up of a game in the parts that the window needs.
import { SIZE_USUAL, type SetupCodes } from "../bindings";
import { sayCode, type Lang } from "../i18n/text";

/** Cells along one side of a board of tic-tac-toe. */
export const TICTACTOE_SIZE = 3;

/** Points along one side of a board of stones or marks; null in Xiangqi. */
export function sizeOf({ game, size }: Pick<SetupCodes, "game" | "size">): number | null {
  if (game === "tictactoe") return TICTACTOE_SIZE;
  return game === "gomoku" ? (size ?? SIZE_USUAL) : null;
}

/** The name of a rule, in games with a choice; an unknown rule keeps its code. */
export function ruleName(lang: Lang, { game, rule }: Pick<SetupCodes, "game" | "rule">): string {
  if (game === "tictactoe") return "";
  return sayCode(lang, game === "xiangqi" ? "rule.xiangqi." : "rule.", rule, rule);
}
