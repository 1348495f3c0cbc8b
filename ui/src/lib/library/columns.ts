// The columns of the library's table: their names, widths and the text of each cell.
import type { GameOrder, GameRow } from "../bindings";
import { FAVOURITE, ODDS_TAG } from "../bindings";
import { tagName } from "../game/odds";
import { openingName } from "../game/opening-names";
import { playerName } from "../game/players";
import { listed, say, type Lang } from "../i18n/text";
import { facetName, recordDate, sayLength } from "./texts";

export const COLUMNS = [
  "date",
  "event",
  "round",
  "first",
  "second",
  "result",
  "opening",
  "plies",
  "rule",
  "tags",
  "accuracy",
] as const satisfies readonly GameOrder[];
export type Column = (typeof COLUMNS)[number];

/** What a list can be sorted by: a column, or what no column has. */
export const ORDERS = [...COLUMNS, "players", "added"] as const satisfies readonly GameOrder[];

/** The orders that begin with the greatest value. */
const DESCENDING: readonly GameOrder[] = ["date", "added", "plies", "accuracy"];

/** The direction of a sorted column as `aria-sort` names it. */
export const directionOf = (order: GameOrder, reversed: boolean): "ascending" | "descending" =>
  DESCENDING.includes(order) === reversed ? "ascending" : "descending";

/** The widths in a grid: the least, and the share of what is left. */
const WIDTHS: Record<Column, [rem: number, share: number]> = {
  date: [5.75, 0],
  event: [3.5, 2],
  round: [3.5, 0],
  first: [4, 2],
  second: [4, 2],
  result: [4.5, 0],
  opening: [4, 3],
  plies: [4.5, 0],
  rule: [4.5, 1],
  tags: [2.5, 1],
  accuracy: [4.75, 0],
};

/** The tracks of the table's grid. */
export const tracksOf = (columns: readonly Column[]): string =>
  columns
    .map((column) => WIDTHS[column])
    .map(([rem, share]) => (share === 0 ? `${rem}rem` : `minmax(${rem}rem, ${share}fr)`))
    .join(" ");

/** The least width of the table. */
export const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + WIDTHS[column][0], 0);

/** The columns that settings name; unknown ones, of a newer version, are left out. At least one is shown. */
export function columnsIn(names: readonly string[]): Column[] {
  const known = names.filter((name): name is Column => (COLUMNS as readonly string[]).includes(name));
  return known.length > 0 ? [...new Set(known)] : ["date"];
}

/** The order that settings name. */
export const orderIn = (name: string): GameOrder =>
  (ORDERS as readonly string[]).includes(name) ? (name as GameOrder) : "date";

/** The accuracy of both sides, in percent: "92 / 85". */
function sayAccuracy({ accuracy: { first, second } }: GameRow): string {
  if (first === null && second === null) return "";
  const [one, other] = [first, second].map((value) => (value === null ? "–" : String(Math.round(value))));
  return `${one} / ${other}`;
}

/** The text of a cell; empty where the game has no value. */
export function cellText(lang: Lang, column: Column, row: GameRow): string {
  const { game } = row;
  switch (column) {
    case "date":
      return recordDate(lang, row.date);
    case "event":
      return row.event;
    case "round":
      return row.round;
    case "first":
    case "second":
      return playerName(lang, game, column, row);
    case "result":
      return facetName(lang, "result", row.result, game);
    case "opening":
      return [row.openingCode, row.opening === null ? "" : openingName(lang, row.opening)].join(" ").trim();
    case "plies":
      return row.plies > 0 ? sayLength(lang, game, row.plies) : "";
    case "rule":
      return facetName(lang, "rule", row.rule, game);
    case "tags":
      return listed(
        lang,
        row.tags
          .filter((tag) => tag !== ODDS_TAG)
          .map((tag) => (tag === FAVOURITE ? tag : tagName(lang, tag))),
      );
    case "accuracy":
      return sayAccuracy(row);
  }
}

/** A row in words: its cells with a value. */
export function rowText(lang: Lang, columns: readonly Column[], row: GameRow): string {
  const players = say(lang, "library.versus", {
    first: playerName(lang, row.game, "first", row),
    second: playerName(lang, row.game, "second", row),
  });
  const rest = columns.filter((column) => column !== "first" && column !== "second");
  return listed(
    lang,
    [players, ...rest.map((column) => cellText(lang, column, row))].filter((text) => text !== ""),
  );
}
