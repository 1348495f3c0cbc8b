import { expect, test } from "vitest";
import { type Key } from "./text";

/** The sources of the page, without tests. */
const sources = Object.entries(
  import.meta.glob<string>(
    ["../../**/*.{ts,svelte}", "!../../**/*.test.ts", "!../../lib/backend/memory*.ts"],
    {
      eager: true,
      query: "?raw",
      import: "default",
    },
  ),
).map(([, text]) => text);
const files = import.meta.glob<Record<string, string>>("./*/*.json", { eager: true, import: "default" });
const tableOf = (lang: string): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(files).map(([path, table]) => (path.startsWith(`./${lang}/`) ? table : {})),
  );
const en = tableOf("en");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

test("every text is used", () => {
  const all = sources.join("\n");
  const literal = new Set([...all.matchAll(/["'`]([\w.-]+)["'`]/g)].map(([, key]) => key));
  // `piece.${letter}`, and a prefix to which a code is added: "code.".
  const made = [...all.matchAll(/`((?:[\w.-]|\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})+)`/g)]
    .map(([, text = ""]) => text)
    .filter((text) => /^[a-z]\w*\./.test(text) && text.includes("${"))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/)
            .map(escaped)
            .join(".*")}$`,
        ),
    );
  const prefixes = [...literal].filter((text): text is string => text?.endsWith(".") ?? false);
  const unused = Object.keys(en).filter(
    (key) =>
      !literal.has(key) &&
      !made.some((form) => form.test(key)) &&
      !prefixes.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});

test("no source has a lookbehind, which WKWebView knows from Safari 16.4 on and WebKitGTK from 2.40", () => {
  expect(sources.filter((text) => /\(\?<[=!]/.test(text))).toEqual([]);
});

/**
 * The keys of texts on buttons. Names in attributes are for screen readers and may be longer; what opens a part of the page is its
 * heading.
 */
function onButtons(): Key[] {
  const found = sources.flatMap((text) =>
    [
      ...text.matchAll(
        /<button\b((?:[^>"{]|"[^"]*"|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|=>)*)>([^]*?)<\/button\s*>/g,
      ),
    ].flatMap(([, attributes = "", inside = ""]) =>
      attributes.includes('class="opener"')
        ? []
        : [...inside.matchAll(/(?:^|[^=])\{t\("([\w.-]+)"\)\}/g)].map(([, key]) => key as Key),
    ),
  );
  return [...new Set(found)];
}

test("a button has at most three words or six characters", () => {
  expect(onButtons().length).toBeGreaterThan(40);
  const words = (text: string) => text.replace(/\{\w+\}/g, "n").split(/\s+/).length;
  const characters = (text: string) => [...text.replace(/\{\w+\}/g, "n").matchAll(/\p{Script=Han}/gu)].length;
  // Sentences, and the names of screens.
  const keys = onButtons().filter((key) => !/^explorer\.|^nav\.|\.(about|hint)$/.test(key));
  const long = (lang: string, size: (text: string) => number, most: number) =>
    keys.filter((key) => size(tableOf(lang)[key] ?? "") > most).map((key) => [key, tableOf(lang)[key]]);
  expect(long("en", words, 3)).toEqual([]);
  expect(long("zh-CN", characters, 6)).toEqual([]);
  expect(long("zh-TW", characters, 6)).toEqual([]);
});
