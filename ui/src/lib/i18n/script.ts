// Names that the program has in simplified characters only, in the script of a language.
import type { Lang } from "./lang";

/** A converter to traditional characters, from pairs: simplified, traditional. Characters without a pair stay. */
export function converter(pairs: string): (name: string) => string {
  const table = new Map(
    Array.from(pairs.matchAll(/(.)(.)/gu), ([, simplified, traditional]) => [simplified, traditional]),
  );
  return (name) => [...name].map((one) => table.get(one) ?? one).join("");
}

/** The script of such names, as an attribute `lang`. */
export const scriptOf = (lang: Lang): "zh-Hant" | "zh-Hans" => (lang === "zh-TW" ? "zh-Hant" : "zh-Hans");
