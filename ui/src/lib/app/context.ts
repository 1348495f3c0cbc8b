// The access of a screen to the app, by a Svelte context that the frame sets once.
import { getContext, onDestroy, setContext } from "svelte";
import type { App } from "./app.svelte";
import type { Handlers } from "./registry";

const APP = Symbol("app");
const DIALOG = Symbol("dialog");

export const provideApp = (app: App): App => setContext(APP, app);

export function useApp(): App {
  const app = getContext<App | undefined>(APP);
  if (!app) throw new Error("no App is provided above this component");
  return app;
}

/** Makes the actions of what is below those of a dialog. */
export const provideDialog = (): void => void setContext(DIALOG, true);

/** Registers a screen's actions while it is mounted. `before` runs before any of them. */
export function useActions(handlers: () => Handlers, before?: (event: KeyboardEvent | null) => void): void {
  onDestroy(useApp().actions.use(handlers, before, getContext(DIALOG) === true));
}
