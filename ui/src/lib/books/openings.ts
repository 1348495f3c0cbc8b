// Named openings, found by name, code and pinyin.
import type { NamedLine } from "../bindings";
import { Name } from "../app/match";
import { openingIn } from "../game/opening-names";
import type { Lang } from "../i18n/lang";

/** The name of an opening with its code, in one language. */
export const titleOf = (lang: Lang, { name }: NamedLine): string =>
  [name.code, openingIn(lang, name.chinese, name.english)].filter(Boolean).join(" ");

/** Finds openings by their names in any language, their codes, and pinyin. */
export class OpeningSearch {
  readonly #entries: readonly { line: NamedLine; name: Name }[];

  constructor(lang: Lang, lines: readonly NamedLine[]) {
    this.#entries = lines.map((line) => {
      const { code, chinese, english } = line.name;
      const also = [
        code,
        chinese,
        openingIn("zh-TW", chinese, english),
        openingIn("vi", chinese, english),
        english,
      ];
      return { line, name: new Name(openingIn(lang, chinese, english), also.join(" ")) };
    });
  }

  /** The openings that match the typed text, the nearest first; all of them for no text. */
  find(typed: string): NamedLine[] {
    const found = this.#entries.flatMap(({ line, name }) => {
      const distance = name.distance(typed);
      return distance === null ? [] : [{ line, distance }];
    });
    return found.toSorted((one, other) => one.distance - other.distance).map(({ line }) => line);
  }
}
