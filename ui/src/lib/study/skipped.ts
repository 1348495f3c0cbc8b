// The parts of a record that a study does not show, in words.
import type { SkippedPart } from "../bindings";
import { sayError } from "../game/announce";
import { isChinese, joined, say, type Lang } from "../i18n/text";

/** One sentence about the parts that were not read, one about each thing that is not shown; empty without any. */
export function saySkipped(lang: Lang, parts: readonly SkippedPart[]): string {
  const faults: string[] = [];
  const sentences: string[] = [];
  for (const part of parts) {
    if (part.kind === "rest") sentences.push(say(lang, "unread.rest", { n: part.shown }));
    else if (part.kind === "record") sentences.push(say(lang, "unread.record"));
    else faults.push(sayFault(lang, part));
  }
  if (faults.length > 0)
    sentences.unshift(say(lang, "unread", { faults: faults.join(isChinese(lang) ? "；" : "; ") }));
  return joined(lang, sentences);
}

/** A part that was not read, without a full stop: others may follow. */
function sayFault(lang: Lang, part: Extract<SkippedPart, { kind: "move" | "other" }>): string {
  const { kind, number: place } = part.place;
  if (part.kind === "move") {
    const { ply, written: move } = part;
    const why = sayError(lang, part.why).replace(/[.。]$/, "");
    return say(lang, `unread.move.${kind}`, { place, ply, move, why });
  }
  const where = say(lang, `unread.${kind}`, { place });
  // The readers of the forms know English alone; elsewhere the place has to do.
  return lang === "en" ? `${where}: ${part.message}` : where;
}
