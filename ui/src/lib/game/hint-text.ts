// A hint in text, up to the requested stage: where to look, then the move, then the line.
import { SIZE_USUAL, type CurrentGame } from "../bindings";
import { t, i18n } from "../i18n/i18n.svelte";
import { listed } from "../i18n/text";
import { pieceName, spoken, written, type Notation } from "./notation";
import { areaOf, letterAt } from "./placement";

/** The length of a line that a person can follow without a board. */
const HINT_PLIES = 6;

/** `stage` counts the presses of Hint, 0 to 3; null without a text. With `aloud` the moves are spoken as moves are. */
export function hintText(
  { setup, board, hint }: CurrentGame,
  stage: number,
  flipped: boolean,
  notation: Notation,
  aloud = false,
): string | null {
  if (!hint || stage === 0) return null;
  const { game } = setup;
  const rows = hint.line
    .slice(0, HINT_PLIES)
    .map((row) => (aloud ? spoken(row, game, i18n.lang, notation) : written(row, game, notation)));
  if (stage === 3 && rows.length > 1)
    return t("hint.line", { line: aloud ? listed(i18n.lang, rows) : rows.join(" ") });
  if (stage >= 2 || setup.game === "tictactoe") return t("hint.move", { move: rows[0] ?? hint.mv });
  if (setup.game === "gomoku")
    return t("hint.nudge.area", { area: t(`area.${areaOf(hint.to, setup.size ?? SIZE_USUAL, flipped)}`) });
  const letter = hint.from && letterAt(game, board.placement, hint.from);
  return t("hint.nudge.piece", { piece: pieceName(i18n.lang, letter ?? "") });
}
