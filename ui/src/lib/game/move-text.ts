// Moves inside a text, and Chinese names in a sentence of another script, which no line break may part.

/** A move as it is written in any notation, with its number before and its sign behind it; or a name as in "double cannon (重炮)". */
const MOVE =
  /(?:\d+[.…] ?)?(?:\p{Script=Han}[\p{Script=Han}\d１-９][进退平進][一二三四五六七八九\d１-９]|\b[A-Za-z]{1,2}[1-9]?[-+=./][1-9])[?!]*|\(\p{Script=Han}+\)/gu;

/** The parts of `text` in order; those with an odd index are moves or names. */
export function splitAtMoves(text: string): string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: move, index } of text.matchAll(MOVE)) {
    parts.push(text.slice(end, index), move);
    end = index + move.length;
  }
  return [...parts, text.slice(end)];
}
