// The parts of a record that a study does not show, in words.
import type { SkippedPart } from "../bindings";
import { sayError } from "../game/announce";
import { isChinese, say, type Lang } from "../i18n/text";

/** One sentence about all of them, or nothing. */
export function saySkipped(lang: Lang, parts: readonly SkippedPart[]): string {
  if (parts.length === 0) return "";
  const faults = parts.map((part) => sayPart(lang, part)).join(isChinese(lang) ? "；" : "; ");
  return say(lang, "unread", { faults });
}

function sayPart(lang: Lang, part: SkippedPart): string {
  if (part.kind === "rest") return say(lang, "unread.rest", { n: part.shown });
  if (part.kind === "record") return say(lang, "unread.record");
  const { kind, number: place } = part.place;
  if (part.kind === "move") {
    const { ply, written: move, why } = part;
    return say(lang, `unread.move.${kind}`, { place, ply, move, why: sayError(lang, why) });
  }
  const where = say(lang, `unread.${kind}`, { place });
  // The readers of the forms know English alone; elsewhere the place has to do.
  return lang === "en" ? `${where}: ${part.message}` : where;
}
