// The current screen.
import type { Diagram, GameKind, PartKind, SetupCodes } from "../bindings";
import type { Draft } from "../study/position-draft";

/** What a study begins with: the books beside it, also with the choice of players for a game. */
export type StudyBeginning = "book" | "game";

export type Screen =
  | { name: "home" }
  | { name: "play" }
  | { name: "library" }
  | { name: "study"; begins?: StudyBeginning }
  | { name: "editor"; draft: Draft; flipped: boolean; back: Screen }
  | { name: "lab"; position: Diagram; flipped: boolean; back: Screen }
  | { name: "puzzles" }
  | { name: "lessons" }
  | { name: "classics" }
  | { name: "endings" }
  | { name: "repertoires" }
  | { name: "class" }
  | { name: "engines" }
  | { name: "settings" }
  | { name: "shortcuts" };

/** The dialogs available on every screen. */
type DialogName = "class" | "keys" | "palette" | "howTo" | "lesson" | "openings" | "table";

/** A position that was left in the editor before it was used. */
type LeftPosition = {
  /** The text of the position with which the editor was opened. */
  from: string;
  draft: Draft;
  part: PartKind;
};

export class Navigation {
  screen = $state.raw<Screen>({ name: "home" });
  dialog = $state<DialogName | null>(null);
  /** Whether a board has the whole window, as for a projector. */
  isBare = $state(false);
  /** The page at which the rules open; null for the first one of the last chosen game. */
  rulesAt = $state.raw<{ game: GameKind; page: number } | null>(null);

  leftPosition: LeftPosition | null = null;

  /** The game whose named openings are listed, with its rule. */
  openingsOf = $state.raw<SetupCodes>({ game: "xiangqi", rule: "" });

  show(screen: Screen): void {
    this.screen = screen;
  }

  /**
   * Shows a screen after `act`, unless that returns false. A screen chosen meanwhile stays. Returns whether the
   * screen was shown.
   */
  async showAfter(act: () => Promise<unknown>, screen: Screen): Promise<boolean> {
    const from = this.screen;
    if ((await act()) === false || this.screen !== from) return false;
    this.show(screen);
    return true;
  }

  /** Opens the rules, at a page if it is given. */
  showRules(at: { game: GameKind; page: number } | null = null): void {
    this.rulesAt = at;
    this.dialog = "howTo";
  }

  /** Lists the named openings of a game. */
  showOpenings(setup: SetupCodes): void {
    this.openingsOf = setup;
    this.dialog = "openings";
  }

  /** The current screen, which must have this name. */
  expect<Name extends Screen["name"]>(name: Name): Extract<Screen, { name: Name }> {
    const { screen } = this;
    if (screen.name !== name) throw new Error(`${screen.name} is in view, not ${name}`);
    return screen as Extract<Screen, { name: Name }>;
  }
}
