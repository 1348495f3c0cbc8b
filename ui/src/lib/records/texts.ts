// The texts about import and export.
import { ENCODINGS, type ExportForm, type GameRow, type SkippedRecord } from "../bindings";
import { sayError } from "../game/announce";
import { playerName } from "../game/players";
import { listed, say, sayCode, type Lang } from "../i18n/text";

/** The file name in a path of any system. */
export const fileName = (path: string): string => path.split(/[/\\]/).filter(Boolean).at(-1) ?? path;

/** The name of a file, or the words for pasted text. */
export const sourceOf = (lang: Lang, place: string | null): string =>
  place === null ? say(lang, "import.pasted") : fileName(place);

/** The encodings to choose from, the guess first. */
export function encodingsFor(lang: Lang, guess: string): { value: string; label: string }[] {
  const label = (name: string) => sayCode(lang, "encoding.", name, name);
  const others = ENCODINGS.filter((name) => name !== guess);
  return [
    { value: guess, label: say(lang, "encoding.guess", { encoding: label(guess) }) },
    ...others.map((value) => ({ value, label: label(value) })),
  ];
}

/** The name of a game in a sentence: players and date. */
export function gameName(lang: Lang, row: GameRow): string {
  const [first, second] = (["first", "second"] as const).map((side) => playerName(lang, row.game, side, row));
  return row.date === "" ? `${first} – ${second}` : `${first} – ${second}, ${row.date}`;
}

/** The place of a record: "games.pgn, game 3". */
export function placeOf(lang: Lang, { place, game }: Pick<SkippedRecord, "place" | "game">): string {
  const file = sourceOf(lang, place);
  return game === null ? file : say(lang, "import.game", { file, n: game });
}

export const whyOf = (lang: Lang, { why }: SkippedRecord): string => sayError(lang, why);

/** The losses of a form, or the reason why it cannot be written; null without losses. */
export function lossOf(lang: Lang, { leftOut, refused }: ExportForm): string | null {
  if (refused) return sayError(lang, refused);
  if (leftOut.length === 0) return null;
  const parts = leftOut.map(([part, count]) => sayCode(lang, "part.", part, part, { n: count }));
  return say(lang, "export.leftOut", { parts: listed(lang, parts) });
}
