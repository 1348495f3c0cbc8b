// The names of facet values.
import type { GameKind } from "../bindings";
import { FAVOURITE } from "../bindings";
import { openingName } from "../game/opening-names";
import { isChinese, levelName, listed, say, sayCode, sideName, type Lang } from "../i18n/text";
import type { Facet } from "./library.svelte";

/**
 * The date of a record, which may have only a year or a month; `""` if it has none. Dates of records have no time zone.
 */
export function recordDate(lang: Lang, date: string): string {
  const [year, month, day] = date.split(".").map(Number);
  if (!year) return "";
  const style: Intl.DateTimeFormatOptions = day
    ? { dateStyle: "medium" }
    : { year: "numeric", ...(month ? { month: "long" } : {}) };
  const at = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  return formatted(lang, style, at);
}

/** A date in words; `""` for an impossible one, which `Intl` refuses. */
function formatted(lang: Lang, style: Intl.DateTimeFormatOptions, at: Date): string {
  if (Number.isNaN(at.getTime())) return "";
  return new Intl.DateTimeFormat(lang, { ...style, timeZone: "UTC" }).format(at);
}

/** The length of a game: rounds of Xiangqi, stones of Gomoku. */
export function sayLength(lang: Lang, game: GameKind, plies: number): string {
  return say(lang, `library.length.${game}`, { n: game === "xiangqi" ? Math.ceil(plies / 2) : plies });
}

/** The tooltip of a facet's value: who won in each game where the name is of any game, else the name. */
export function facetHint(lang: Lang, facet: Facet, value: string, game: GameKind | null): string {
  if (facet !== "result" || game || (value !== "1-0" && value !== "0-1"))
    return facetName(lang, facet, value, game);
  const side = value === "1-0" ? "first" : "second";
  const colours = (["xiangqi", "gomoku", "tictactoe"] as const).map(
    (kind) => `${say(lang, `game.${kind}`)}${isChinese(lang) ? "：" : ": "}${sideName(lang, kind, side)}`,
  );
  return listed(lang, colours);
}

/** The name of a facet's value. `game` is the game of all listed games, if they have one. */
export function facetName(lang: Lang, facet: Facet, value: string, game: GameKind | null): string {
  switch (facet) {
    case "result":
      return value === "*"
        ? say(lang, "result.none")
        : value === "1/2-1/2"
          ? say(lang, "library.result.draw")
          : game
            ? say(lang, "library.result.won", {
                side: sideName(lang, game, value === "1-0" ? "first" : "second"),
              })
            : say(lang, value === "1-0" ? "library.result.first" : "library.result.second");
    case "level":
      return game ? levelName(lang, game, Number(value)) : say(lang, "level.n", { n: value });
    case "rule":
      return sayCode(lang, "rule.", value, sayCode(lang, "rule.xiangqi.", value, value));
    case "opening":
      return openingName(lang, value);
    case "player":
    case "event":
      return value;
    case "tag":
      return value === FAVOURITE ? say(lang, "library.favourites") : value;
    case "date":
      return formatted(
        lang,
        { year: "numeric", ...(value.length > 4 ? { month: "long" } : {}) },
        new Date(`${value}${value.length > 4 ? "" : "-01"}-01T00:00:00Z`),
      );
  }
}

/** The longest tag, in characters. */
const TAG_MAX = 40;

/** A tag in the form that the library gives it; empty without one. */
export const tidyTag = (typed: string): string =>
  [...typed.trim().split(/\s+/).join(" ")].slice(0, TAG_MAX).join("");
