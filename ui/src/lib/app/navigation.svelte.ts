// Which screen is in view.
import type { Diagram } from "../bindings";
import type { Draft } from "../study/position-draft";

export type Screen =
  | { name: "home" }
  | { name: "play" }
  | { name: "library" }
  | { name: "study" }
  | { name: "editor"; draft: Draft }
  | { name: "lab"; position: Diagram; back: Screen }
  | { name: "puzzles" }
  | { name: "engines" }
  | { name: "settings" };

export class Navigation {
  screen = $state.raw<Screen>({ name: "home" });

  show(screen: Screen): void {
    this.screen = screen;
  }
}
