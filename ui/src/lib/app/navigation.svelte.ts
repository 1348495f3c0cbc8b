// Which screen is in view.
import type { Replay } from "../bindings";

export type Screen =
  | { name: "home" }
  | { name: "play" }
  | { name: "library" }
  | { name: "replay"; replay: Replay }
  | { name: "engines" }
  | { name: "settings" };

export class Navigation {
  screen = $state.raw<Screen>({ name: "home" });

  show(screen: Screen): void {
    this.screen = screen;
  }
}
