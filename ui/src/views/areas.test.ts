// Other tests load every text, so that they cannot see an area which a screen has forgotten.
import { expect, test } from "vitest";

/** The sources of the page by their paths from `src`, without tests. */
const sources: Record<string, string> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>(["../**/*.{ts,svelte}", "!../**/*.test.ts"], {
      eager: true,
      query: "?raw",
      import: "default",
    }),
  ).map(([path, text]) => [resolved("views/areas.test.ts", path), text]),
);
const tables = import.meta.glob<Record<string, string>>("../lib/i18n/en/*.json", {
  eager: true,
  import: "default",
});
const areaOf = new Map(
  Object.entries(tables).flatMap(([path, table]) => {
    const area = path.replace(/^.*\/|\.json$/g, "");
    return Object.keys(table).map((key) => [key, area] as const);
  }),
);
const later = new Set(
  [...(sources["lib/i18n/en/index.ts"] ?? "").matchAll(/(\w+): \(\) => import/g)].map(([, area]) => area),
);

/** What comes with every start, and with the controllers of a table and of a class. */
const ELSEWHERE: Record<string, readonly string[]> = {
  "components/panels/network/TableNote.svelte": ["class", "network"],
  "components/panels/network/ClassStudyNote.svelte": ["class"],
};
const AT_START = "errors";

/** The path from `src` of what a file imports as `path`. */
function resolved(from: string, path: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** The component and all that it draws. */
function drawn(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path) || !sources[path]) return seen;
  seen.add(path);
  for (const [, other = ""] of sources[path].matchAll(/(?:from|import\() ?"(\.[^"]+\.svelte)"/g))
    drawn(resolved(path, other), seen);
  return seen;
}

const keysIn = (text: string) => [...text.matchAll(/["'`]([\w.-]+)["'`]/g)].map(([, key = ""]) => key);

/** The keys in a function of a module. */
function keysOf(path: string, name: string): string[] {
  const parts = (sources[`${path}.ts`] ?? sources[`${path}/index.ts`] ?? "").split(
    /^(?=(?:export )?(?:async )?(?:function|const|class|type)\b)/m,
  );
  return parts.filter((part) => part.startsWith(`export function ${name}(`)).flatMap(keysIn);
}

/** The areas of the keys in a component and in the functions that it imports. */
function needed(path: string): Set<string> {
  const text = sources[path] ?? "";
  const imported = [...text.matchAll(/import \{([^}]*)\} from "(\.[^"]*)"/g)].flatMap(
    ([, names = "", from = ""]) =>
      names.split(",").flatMap((name) => keysOf(resolved(path, from), name.trim())),
  );
  // A word without a dot is most often the name of an action.
  const keys = [...keysIn(text), ...imported].filter((key) => key.includes("."));
  const areas = keys.flatMap((key) => areaOf.get(key) ?? []);
  return new Set(areas.filter((area) => later.has(area) && area !== AT_START));
}

const loads = (text: string): string[] =>
  [...text.matchAll(/loadAreas?\((\[[^\]]*\]|"\w+")/g)].flatMap(([, areas = ""]) => keysIn(areas));

test("a screen loads the texts of all that it draws", () => {
  const screens = sources["views/screens.ts"] ?? "";
  const openers = new Map(
    [...(sources["lib/app/app.svelte.ts"] ?? "").matchAll(/^ {2}async (open\w+)\([^]*?^ {2}\}/gm)].map(
      ([text, name]) => [name, loads(text)],
    ),
  );
  const namesOfKeys = loads(screens.slice(screens.indexOf("const namesOfKeys")));
  const entries = [...screens.matchAll(/^ {2}(\w+): \{\n([^]*?)^ {2}\},/gm)];
  expect(entries.length).toBeGreaterThan(12);
  const missing = entries.flatMap(([, name, entry = ""]) => {
    const [, view] = /import\("\.\/(\w+)\.svelte"\)/.exec(entry) ?? [];
    const loaded = new Set([
      ...loads(entry),
      ...[...entry.matchAll(/app\.(open\w+)/g)].flatMap(([, opener]) => openers.get(opener) ?? []),
      ...(entry.includes("namesOfKeys") ? namesOfKeys : []),
    ]);
    return [...drawn(`views/${view}.svelte`)].flatMap((path) =>
      [...needed(path)]
        .filter((area) => !loaded.has(area) && !ELSEWHERE[path]?.includes(area))
        .map((area) => `${name}: ${area} for ${path}`),
    );
  });
  expect(missing).toEqual([]);
});
