import { describe, expect, test } from "vitest";
import { LANGS, type Key, type Lang } from "./text";
import terms from "./terms.json";

const files: Record<string, Record<string, string>> = import.meta.glob(["./*/*.json"], {
  eager: true,
  import: "default",
});
const textsOf = (lang: Lang): [string, string][] =>
  Object.entries(files).flatMap(([path, table]) =>
    path.startsWith(`./${lang}/`) ? Object.entries(table) : [],
  );

/** Synonyms of the palette and of searches are words that people type, not words of ours. */
const isTyped = (key: string) => /^(palette\.also|search)\./.test(key);

type Term = { thing: string; use: string; not: string; except?: string[] };

describe.each(LANGS)("the words of %s", (lang) => {
  test.each((terms as Record<Lang, Term[]>)[lang])("$thing: $use", ({ not, except = [] }) => {
    const banned = new RegExp(not, "u");
    const found = textsOf(lang).filter(
      ([key, text]) => !except.includes(key) && !isTyped(key) && banned.test(text),
    );
    expect(found).toEqual([]);
  });
});

const HAN = /\p{Script=Han}/u.source;
/** A value may be a word or a number, so that only what is written next to a character counts. */
const MARKS: Record<string, { langs: readonly Lang[]; not: RegExp; except?: readonly Key[] }> = {
  "no space before an ellipsis or a percent sign": { langs: LANGS, not: / …| %(?!\w)|[0-9}] %/u },
  "keys of a shortcut are joined by +": { langs: LANGS, not: /\b(?:Ctrl|Shift|Alt) [A-Z]\b/u },
  // Those of the library's rows cannot be changed.
  "a key that can be changed is a value": {
    langs: LANGS,
    not: /(?:\b[Pp]ress|按|[Bb]ấm|[Nn]hấn) (?:(?:Ctrl|Shift|Alt)\+)*[A-Z](?![\p{L}\d+])|\bCtrl\+|[(（][A-Z][)）]/u,
    except: ["person.practice.none", "person.practice.few"],
  },
  "no line breaks before or after a cross": { langs: LANGS, not: / ×|× /u },
  "an en dash, not an em dash": { langs: ["en", "vi"], not: /—/u },
  "curly quotation marks": { langs: ["en", "vi"], not: /["']/u },
  "a whole ellipsis": { langs: ["zh-CN", "zh-TW"], not: /(?<!…)…(?!…)/u },
  "full-width marks behind a character": {
    langs: ["zh-CN", "zh-TW"],
    not: new RegExp(`${HAN}[,.;:!?()]|[,;:!?(]${HAN}`, "u"),
  },
  "a space between characters and Latin letters": {
    langs: ["zh-CN", "zh-TW"],
    not: new RegExp(`${HAN}[A-Za-z0-9]|[A-Za-z0-9]${HAN}`, "u"),
  },
  "quotation marks of the region": { langs: ["zh-TW"], not: /[“”]/u },
  "quotation marks of the mainland": { langs: ["zh-CN"], not: /[「」]/u },
};

test.each(Object.entries(MARKS))("%s", (_, { langs, not, except = [] }) => {
  const found = langs
    .flatMap((lang) => textsOf(lang))
    .filter(([key, text]) => !except.includes(key as Key) && not.test(text));
  expect(found).toEqual([]);
});
