// The pinyin of Chinese characters, and typed letters that are pinyin. Each table is written by `scripts/pinyin`.

/** Further readings of characters, which the tables lack: they have one of each. */
const ALSO: readonly [letters: string, syllable: string][] = [
  ["车車", "ju"],
  ["重", "chong"],
  ["长長", "chang"],
  ["着著", "zhao"],
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
  ["弹彈", "tan"],
  ["解", "xie"],
  ["率", "shuai"],
];

/** The syllables of each character of a text, without tones. */
export type Readings = readonly (readonly string[])[];

const HAN = /\p{Script=Han}/u;

/** A reader of the Han characters of a text by a table; a character that the table lacks reads as itself. */
export function pinyinReader(table: string): (text: string) => Readings {
  const syllables = new Map<string, string[]>();
  for (const line of table.trim().split("\n")) {
    const [syllable = "", letters = ""] = line.split(" ");
    for (const letter of letters) syllables.set(letter, [syllable]);
  }
  for (const [letters, syllable] of ALSO) for (const letter of letters) syllables.get(letter)?.push(syllable);
  return (text) =>
    [...text].flatMap((letter) => (HAN.test(letter) ? [syllables.get(letter) ?? [letter]] : []));
}

/**
 * Whether letters are the pinyin of consecutive characters, from a first one on; the last may be cut. With `isAbridged`
 * each of them may be its initial alone.
 */
export function isPinyin(readings: Readings, letters: string, isAbridged: boolean): boolean {
  // The tables have u for ü, which is typed as v, too: no syllable has a v.
  const typed = letters.replace(/[vü]/g, "u");
  return readings.some((_, start) => reads(readings, start, typed, isAbridged));
}

function reads(readings: Readings, at: number, letters: string, isAbridged: boolean): boolean {
  if (letters === "") return true;
  return (readings[at] ?? []).some(
    (syllable) =>
      syllable.startsWith(letters) ||
      (letters.startsWith(syllable) && reads(readings, at + 1, letters.slice(syllable.length), isAbridged)) ||
      (isAbridged && syllable[0] === letters[0] && reads(readings, at + 1, letters.slice(1), isAbridged)),
  );
}
