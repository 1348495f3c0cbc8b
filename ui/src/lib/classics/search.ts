// Search in the classics: titles, manuals, volumes and numbers, names of mates, and pinyin, whole or by initials.
import type { ClassicsList } from "../bindings";
import { say, type Lang } from "../i18n/text";
// Written by `scripts/pinyin`, traditional forms included.
import table from "./pinyin.txt?raw";

const HAN = /\p{Script=Han}/u;

/** Further readings of characters that titles have. */
const ALSO: readonly [letters: string, syllable: string][] = [
  ["车車", "ju"],
  ["重", "chong"],
  ["长長", "zhang"],
  ["行", "hang"],
  ["乐樂", "yue"],
  ["藏", "zang"],
  ["单單", "shan"],
  ["还還", "huan"],
  ["朝", "zhao"],
  ["传傳", "zhuan"],
  ["降", "xiang"],
  ["调調", "tiao"],
  ["乘", "sheng"],
  ["角", "jue"],
  ["弹彈", "dan"],
  ["解", "xie"],
  ["率", "shuai"],
];

/** The syllables of each character, without tones. */
const syllables = new Map<string, string[]>();
for (const line of table.trim().split("\n")) {
  const [syllable = "", letters = ""] = line.split(" ");
  for (const letter of letters) syllables.set(letter, [syllable]);
}
for (const [letters, syllable] of ALSO)
  for (const letter of letters) syllables.set(letter, [...(syllables.get(letter) ?? []), syllable]);

/** The readings of the Han characters of a text, in order. */
const readingsOf = (text: string): string[][] =>
  [...text].flatMap((letter) => (HAN.test(letter) ? [syllables.get(letter) ?? [letter]] : []));

const plain = (text: string): string => text.toLowerCase().normalize("NFKC");

/** What one composition is found by. */
type Entry = { text: string; readings: string[][] };

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
    return where((entry) => entry.text.includes(word) || isTyped(entry, word));
  }
}

const readsLike = ({ readings }: Entry, sought: readonly string[][]): boolean =>
  readings.some((_, start) =>
    sought.every((one, at) => one.some((syllable) => readings[start + at]?.includes(syllable))),
  );

/** Whether letters are the pinyin of consecutive characters, each whole or by its initial; the last may be cut. */
const isTyped = ({ readings }: Entry, letters: string): boolean =>
  readings.some((_, start) => reads(readings, start, letters));

function reads(readings: readonly string[][], at: number, letters: string): boolean {
  if (letters === "") return true;
  return (readings[at] ?? []).some(
    (syllable) =>
      syllable.startsWith(letters) ||
      (letters.startsWith(syllable) && reads(readings, at + 1, letters.slice(syllable.length))) ||
      (syllable[0] === letters[0] && reads(readings, at + 1, letters.slice(1))),
  );
}
