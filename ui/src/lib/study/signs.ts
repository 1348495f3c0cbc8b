// The sign that the right button puts on a point: a ring, a shape, or the next letter.
import type { Label } from "../bindings";

export const SIGNS = ["ring", "△", "□", "×", "A"] as const;
/** A sign other than a ring is a text of the board; `A` means the first unused letter. */
export type Sign = (typeof SIGNS)[number];

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The texts after `sign` was put on a point: an equal one is removed, another is replaced. */
export function labelled(labels: readonly Label[], at: string, sign: Exclude<Sign, "ring">): Label[] {
  const others = labels.filter((label) => label.at !== at);
  const here = labels.find((label) => label.at === at)?.text;
  if (sign !== "A") return here === sign ? others : [...others, { at, text: sign }];
  if (here !== undefined && LETTERS.includes(here)) return others;
  const used = new Set(others.map(({ text }) => text));
  const text = [...LETTERS].find((letter) => !used.has(letter));
  return text === undefined ? [...labels] : [...others, { at, text }];
}
