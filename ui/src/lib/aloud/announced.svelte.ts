// Announcements of texts that a component shows.
import { getContext, setContext, untrack } from "svelte";
import type { Announcer } from "./announcer.svelte";

const ANNOUNCER = Symbol("announcer");

export const provideAnnouncer = (announcer: Announcer): Announcer => setContext(ANNOUNCER, announcer);

/** The announcer; undefined in a component that is mounted alone. */
export const useAnnouncer = (): Announcer | undefined => getContext<Announcer | undefined>(ANNOUNCER);

/**
 * Announces the text that a component shows, whenever it changes. Live regions of its own would be silent on Linux. A text
 * that counts has a `key`, which says when there is something new to hear: every number would be too much.
 */
export function announced(
  text: () => string | null | undefined | false,
  urgent = false,
  key: () => unknown = text,
): void {
  const announcer = useAnnouncer();
  let last: unknown = "";
  $effect(() => {
    const now = key();
    if (now !== last) announcer?.announce({ text: untrack(text) || "", urgent });
    last = now;
  });
}
