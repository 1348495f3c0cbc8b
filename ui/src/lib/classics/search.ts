// Search in the classics: titles, manuals, volumes and numbers, names of mates, and pinyin, whole or by initials.
import type { ClassicsList } from "../bindings";
import { say, type Lang } from "../i18n/text";
import { isPinyin, pinyinReader, type Readings } from "../app/pinyin";
// The characters of the titles, traditional forms included.
import table from "./pinyin.txt?raw";

const HAN = /\p{Script=Han}/u;

/** The pinyin of the Han characters of a title. */
const readingsOf = pinyinReader(table);

const plain = (text: string): string => text.toLowerCase().normalize("NFKC");

/** What one composition is found by. */
type Entry = { text: string; readings: Readings };

export class SearchIndex {
  readonly #entries: Entry[];

  constructor(lang: Lang, { manuals, rows }: ClassicsList) {
    this.#entries = rows.map((row) => {
      const manual = manuals[row.manual]?.title ?? "";
      const mate = row.mate ? say(lang, `puzzle.theme.${row.mate}`) : "";
      const text = [row.title, manual, row.volume, row.number, mate].join("\n");
      return { text: plain(text), readings: readingsOf(text) };
    });
  }

  /** The indexes of the compositions that match every word. */
  find(text: string): number[] {
    const words = plain(text).split(/\s+/).filter(Boolean);
    return words.reduce<number[]>(
      (left, word) => this.#having(word, left),
      this.#entries.map((_, index) => index),
    );
  }

  #having(word: string, among: readonly number[]): number[] {
    const where = (test: (entry: Entry) => boolean) =>
      among.filter((index) => {
        const entry = this.#entries[index];
        return entry !== undefined && test(entry);
      });
    const written = where((entry) => entry.text.includes(word));
    // Characters that no title has may be the traditional ones of a title: those read alike.
    if (HAN.test(word))
      return written.length > 0 ? written : where((entry) => readsLike(entry, readingsOf(word)));
    if (!/^[a-zü]{2,}$/.test(word)) return written;
    return where((entry) => entry.text.includes(word) || isPinyin(entry.readings, word, true));
  }
}

const readsLike = ({ readings }: Entry, sought: Readings): boolean =>
  readings.some((_, start) =>
    sought.every((one, at) => one.some((syllable) => readings[start + at]?.includes(syllable))),
  );
