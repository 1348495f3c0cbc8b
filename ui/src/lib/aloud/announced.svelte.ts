// Announcements of texts that a component shows.
import { getContext, setContext } from "svelte";
import type { Announcer } from "./announcer.svelte";

const ANNOUNCER = Symbol("announcer");

export const provideAnnouncer = (announcer: Announcer): Announcer => setContext(ANNOUNCER, announcer);

/** The announcer; undefined in a component that is mounted alone. */
export const useAnnouncer = (): Announcer | undefined => getContext<Announcer | undefined>(ANNOUNCER);

/** Announces the text that a component shows, whenever it changes. Live regions of its own would be silent on Linux. */
export function announced(text: () => string | null | undefined | false, urgent = false): void {
  const announcer = useAnnouncer();
  let last = "";
  $effect(() => {
    const now = text() || "";
    if (now !== last) announcer?.announce({ text: now, urgent });
    last = now;
  });
}
