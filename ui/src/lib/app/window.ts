// The services of the window for controllers. A controller picks the members that it uses.
import type { Refusal, Settings, SoundName } from "../bindings";
import type { Announcement, Voice } from "../game/announce";
import type { ToastAction } from "./messages.svelte";

export interface Window {
  /** The current settings; throws before they are loaded. */
  readonly settings: Settings;
  /** The language and the notation of announcements. */
  readonly voice: Voice;
  /** Plays a sound, unless sounds are off. */
  sound(name: SoundName): void;
  /** Announces a text to assistive technology. */
  announce(announcement: Announcement): void;
  /** Shows a message for a while. */
  note(text: string, action?: ToastAction | null): void;
  /** Shows a written file in its folder, as the action of a message. */
  folderOf(path: string): ToastAction;
  /** Shows an error. */
  warn(text: string): void;
  /** Shows the reason of a refused call. */
  trouble(error: Refusal): void;
  /** Shows the reason of a refused record, in place of the previous one. */
  refuse(text: string): void;
  /** Removes the message about a refused record. */
  answered(): void;
  /** Runs an action and returns its answer; a rejection becomes a message, and the answer is undefined. */
  attempt<T>(action: () => Promise<T>): Promise<T | undefined>;
  /** Makes every screen with a list of games query the library again. */
  libraryChanged(): void;
  /** Takes the games of another library, which have other numbers. */
  libraryReplaced(): Promise<void>;
}
