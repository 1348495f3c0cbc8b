// The keys of actions as text: for display, for assistive technology, and for the rows of the help.
import { getContext, setContext } from "svelte";
import type { Key } from "../i18n/text";
import { actionOf, keyOf, SECTIONS, type Action, type ActionId, type Keys } from "./actions";

const SYMBOLS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
};

/** `Ctrl+Z` as `Ctrl Z`, `Shift+ArrowLeft` as `Shift ←`. */
export function chordText(chord: string): string {
  const parts = chord.split(/\+(?=.)/);
  return parts.map((part) => SYMBOLS[part] ?? part).join(" ");
}

/** `Ctrl+Z` as `aria-keyshortcuts` spells it: `Control+Z`. */
const ariaChord = (chord: string): string => chord.replace(/^Ctrl\+/, "Control+");

type HelpRow = { help: Key; keys: string[] };

/** The help: each section with its rows, by the current keys. A key that actions of one row share is there once. */
export function helpSections(keys: Keys): { title: Key; rows: HelpRow[] }[] {
  return SECTIONS.map(({ title, actions }) => {
    const rows = new Map<Key, string[]>();
    for (const action of actions as readonly Action[]) {
      if (!action.help) continue;
      rows.set(action.help, [...(rows.get(action.help) ?? []), ...shownKeys(action, keys)]);
    }
    return {
      title,
      rows: [...rows].map(([help, shown]) => ({ help, keys: shortened([...new Set(shown)]) })),
    };
  });
}

function shownKeys(action: Action, keys: Keys): string[] {
  if (action.shifted)
    return action.shifted.map((id, index) => {
      const key = chordText(keyOf(actionOf(id as ActionId), keys));
      return index === 0 ? `Shift ${key}` : key;
    });
  const given = action.binding === "free" && keys[action.id];
  return (given ? [given] : action.keys).map(chordText);
}

/** A row of following digits as its ends: `1 – 5`. */
function shortened(keys: string[]): string[] {
  const [first, last] = [keys[0], keys.at(-1)];
  const split = keys.map((key) => /^(.* |)(\d)$/.exec(key));
  const start = split[0];
  const follows = split.every(
    (one, index) => one && start && one[1] === start[1] && Number(one[2]) === Number(start[2]) + index,
  );
  return keys.length > 2 && follows ? [`${first} – ${last?.at(-1)}`] : keys;
}

/** The current keys, for components that show the key of an action. */
type Shortcuts = {
  /** For display: `Ctrl Z`. */
  text(id: ActionId): string;
  /** For `aria-keyshortcuts`: `Control+Z`. */
  aria(id: ActionId): string;
};

const SHORTCUTS = Symbol("shortcuts");

export function shortcutsOf(keys: () => Keys): Shortcuts {
  const key = (id: ActionId) => keyOf(actionOf(id), keys());
  return { text: (id) => chordText(key(id)), aria: (id) => ariaChord(key(id)) };
}

/** Sets the keys for every component below. */
export const provideShortcuts = (keys: () => Keys): Shortcuts => setContext(SHORTCUTS, shortcutsOf(keys));

/** The current keys; the table's keys in a component that is mounted alone. */
export const useShortcuts = (): Shortcuts =>
  getContext<Shortcuts | undefined>(SHORTCUTS) ?? shortcutsOf(() => ({}));
