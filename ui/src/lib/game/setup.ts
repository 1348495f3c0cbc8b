// What is played, in the parts that the window asks for.
import type { Setup } from "../bindings";
import { sayCode, type Lang } from "../i18n/text";

/** Points along one side of a Gomoku board; null in Xiangqi. */
export const sizeOf = (setup: Setup): number | null => (setup.game === "gomoku" ? setup.size : null);

/** What a rule is called; one that this window does not know keeps its code. */
export function ruleName(lang: Lang, { game, rule }: Setup): string {
  return sayCode(lang, game === "xiangqi" ? "rule.xiangqi." : "rule.", rule, rule);
}
