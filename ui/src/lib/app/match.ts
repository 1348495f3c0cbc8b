// How well typed words match a name: by parts of words, by pinyin and its initials, and with one wrong letter.
import { isPinyin, pinyinReader, type Readings } from "./pinyin";
// The characters of the window's texts; a test names those that the table lacks.
import table from "./pinyin.txt?raw";

/** The pinyin of the Han characters of a text of the window. */
export const readingsOf = pinyinReader(table);

/** Lower case without diacritics; full-width spaces and punctuation are spaces. */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[đĐ]/g, "d")
    .toLowerCase()
    .replace(/[\p{P}\p{Z}]+/gu, " ")
    .trim();

/** A name prepared for many matches. `also` are words that it is known by. */
export class Name {
  readonly #name: string;
  readonly #words: readonly string[];
  readonly #all: string;
  /** All words without spaces: 第 3 级 is typed 第3级. */
  readonly #closed: string;
  /** The syllables of each run of Chinese characters: pinyin does not run on from one word to the next. */
  readonly #runs: readonly Readings[];

  constructor(name: string, also = "") {
    this.#name = plain(name);
    this.#all = `${this.#name} ${plain(also)}`;
    this.#words = this.#all.split(" ");
    this.#closed = this.#all.replaceAll(" ", "");
    const runs = `${name} ${also}`.match(/\p{Script=Han}+/gu) ?? [];
    this.#runs = runs.map(readingsOf);
  }

  /** The distance to typed text, 0 for the beginning of the name; null if a word is missing. */
  distance(typed: string): number | null {
    const text = plain(typed);
    if (text === "") return 0;
    if (this.#name.startsWith(text)) return 0;
    let sum = 1;
    for (const word of text.split(" ")) {
      const one = this.#word(word);
      if (one === null) return null;
      sum += one;
    }
    return sum;
  }

  #word(word: string): number | null {
    if (this.#words.some((own) => own === word)) return 0;
    if (this.#words.some((own) => own.startsWith(word))) return 1;
    if (this.#all.includes(word)) return 2;
    if (/\p{Script=Han}/u.test(word) && this.#closed.includes(word)) return 2;
    // Pinyin has two letters or more; a single letter would match nearly everything.
    if (word.length > 1 && this.#runs.some((run) => isPinyinWord(word, run))) return 3;
    if (word.length >= 4 && this.#words.some((own) => isNearly(word, own))) return 5;
    return null;
  }
}

/** Whether `word` is pinyin in a run of characters, all of it whole or all of it initials. */
function isPinyinWord(word: string, run: Readings): boolean {
  const isInitial = (letter: string, at: number) => run[at]?.some((syllable) => syllable[0] === letter);
  return (
    isPinyin(run, word, false) ||
    run.some((_, start) => [...word].every((letter, nth) => isInitial(letter, start + nth)))
  );
}

/** Whether `word` is the beginning of `own` but for one letter changed, missing, too many, or exchanged with the next. */
function isNearly(word: string, own: string): boolean {
  for (const length of [word.length - 1, word.length, word.length + 1]) {
    const part = own.slice(0, length);
    if (part.length !== length) continue;
    let from = 0;
    while (from < word.length && word[from] === part[from]) from += 1;
    const [typed, meant] = [word.slice(from), part.slice(from)];
    if (typed.slice(1) === meant.slice(1) || typed.slice(1) === meant || typed === meant.slice(1))
      return true;
    const isSwapped = typed[0] === meant[1] && typed[1] === meant[0];
    if (isSwapped && typed.length > 1 && typed.slice(2) === meant.slice(2)) return true;
  }
  return false;
}
