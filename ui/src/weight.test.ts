// @vitest-environment node
// What the window loads before its first screen is there: what its page names, all that imports, their styles, and one language.
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";

const FIRST_SCREEN_MAX_KB = 120;
const root = fileURLToPath(new URL("..", import.meta.url));

type Chunk = {
  type: "chunk";
  fileName: string;
  code: string;
  facadeModuleId: string | null;
  imports: string[];
  viteMetadata?: { importedCss: Set<string> };
};
type Asset = { type: "asset"; fileName: string; source: string | Uint8Array };

test("the first screen stays light, in the language that weighs most", async () => {
  const built = (await build({ root, logLevel: "silent", build: { write: false } })) as unknown as {
    output: (Chunk | Asset)[];
  };
  const files = new Map(built.output.map((file) => [file.fileName, file]));
  const weigh = (name: string) => {
    const file = files.get(name);
    if (!file) throw new Error(`${name} is not built`);
    return gzipSync(file.type === "chunk" ? file.code : file.source).length;
  };
  /** A chunk and all its imports. */
  function needed(chunk: Chunk, found = new Set<string>()): Set<string> {
    found.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const name of chunk.imports) {
      const next = files.get(name);
      if (next?.type === "chunk" && !found.has(name)) needed(next, found);
    }
    return found;
  }
  const chunks = built.output.filter((file) => file.type === "chunk");
  const html = files.get("index.html");
  const page = html?.type === "asset" ? String(html.source) : "";
  const begun = chunks.filter((chunk) => page.includes(chunk.fileName));
  const languages = chunks.filter((chunk) => /\/i18n\/[^/]+\/index\.ts$/.test(chunk.facadeModuleId ?? ""));
  if (!begun.length) throw new Error("nothing begins the page");
  expect(languages.length).toBeGreaterThan(1);
  const first = begun.reduce((found, chunk) => needed(chunk, found), new Set<string>());
  for (const { fileName } of languages) expect([...first]).not.toContain(fileName);
  const kb = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + weigh(name), 0) / 1000;
  const weights = languages.map((language) => kb(new Set([...first, ...needed(language)])));
  console.log(
    `first screen: ${weights.map((weight) => weight.toFixed(1)).join(", ")} KB gzip in each language`,
  );
  expect(Math.max(...weights)).toBeLessThanOrEqual(FIRST_SCREEN_MAX_KB);
});
