// The pinyin of the characters in the window's texts, by which the palette finds Chinese names.
// `pinyin.txt` is written by `scripts/pinyin`; a test names the characters that it lacks.
import table from "./pinyin.txt?raw";

let syllables: Map<string, string> | null = null;

/** The syllable of a character without its tone; undefined for other letters. */
export function pinyinOf(letter: string): string | undefined {
  syllables ??= new Map(
    table
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [syllable = "", letters = ""] = line.split(" ");
        return [...letters].map((one): [string, string] => [one, syllable]);
      }),
  );
  return syllables.get(letter);
}
