// The services of the window for controllers. A controller picks the members that it uses.
import type { ApiError, Settings, SoundName } from "../bindings";
import type { Announcement, Voice } from "../game/announce";
import type { ToastAction } from "./messages.svelte";

export interface Window {
  /** The settings in force; throws before the shell has told them. */
  readonly settings: Settings;
  /** The language and the notation of what is said. */
  readonly voice: Voice;
  /** Plays a sound, unless the person has turned sounds off. */
  sound(name: SoundName): void;
  /** Lets assistive technology read a text. */
  announce(announcement: Announcement): void;
  /** Shows a message that goes by itself. */
  note(text: string, action?: ToastAction | null): void;
  /** Shows what is amiss. */
  warn(text: string): void;
  /** Shows why the shell refused a call. */
  trouble(error: ApiError): void;
  /** Shows why a record was refused, in the place of the refusal before. */
  refuse(text: string): void;
  /** Takes the refusal of a record away. */
  answered(): void;
  /** Runs an action; a rejection becomes a message. */
  attempt(action: () => Promise<void>): Promise<void>;
  /** Tells every screen that lists games to ask the library anew. */
  libraryChanged(): void;
}
