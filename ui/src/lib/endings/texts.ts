// The texts of endings: names, tasks, and what is said about a move.
import type { CurrentEnding, EndingRow } from "../bindings";
import { sayMove, type Voice } from "../game/announce";
import { joined, say, sideName, type Key, type Lang } from "../i18n/text";

export const className = (lang: Lang, code: string): string => say(lang, `endings.class.${code}` as Key);

/** The task of an ending. */
export const sayTask = (lang: Lang, { goal, setup, side, moves }: CurrentEnding): string =>
  say(lang, `endings.task.${goal}`, { side: sideName(lang, setup.game, side), n: moves });

export const sayStars = (lang: Lang, n: number): string => say(lang, "endings.stars", { n });

/** The name of an ending in the list, with its stars. */
export const sayRow = (lang: Lang, code: string, { goal, moves, stars }: EndingRow, n: number): string =>
  say(lang, `endings.row.${goal}`, { class: className(lang, code), n, moves, stars: sayStars(lang, stars) });

/** What is said about the state of the attempt; empty while it goes on. */
export function sayState(lang: Lang, ending: CurrentEnding): string {
  const { goal, state, isExact, board, stars, played } = ending;
  if (state === "reached")
    return joined(lang, [
      say(lang, `endings.reached.${goal}`, { n: played }),
      say(lang, "endings.stars.now", { stars: sayStars(lang, stars ?? 0) }),
    ]);
  if (state !== "givenAway") return "";
  if (board.outcome !== null) return say(lang, "endings.ended");
  return say(lang, isExact ? `endings.given.${goal}` : `endings.unseen.${goal}`);
}

/** The announcement of an ending: its class, its place and the task. */
export const announceEnding = (lang: Lang, ending: CurrentEnding): string =>
  joined(lang, [
    say(lang, "endings.head", {
      class: className(lang, ending.class),
      n: ending.index + 1,
      of: ending.of,
    }),
    sayTask(lang, ending),
  ]);

/** The reply that shows why a move gave the result away. */
export const sayRefutation = (lang: Lang, move: string): string => say(lang, "endings.reply", { move });

/** What is announced after a move or a reply. */
export function announceTurn(voice: Voice, ending: CurrentEnding): string {
  const { lang } = voice;
  const { game } = ending.setup;
  const last = ending.rows.at(-1);
  const { refutation } = ending;
  return joined(lang, [
    ...(last ? [sayMove(last, game, voice)] : []),
    ...[sayState(lang, ending)].filter((text) => text !== ""),
    ...(refutation ? [sayRefutation(lang, sayMove(refutation, game, voice))] : []),
  ]);
}
