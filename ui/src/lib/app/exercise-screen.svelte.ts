// What the screens with an exercise on the board share, a puzzle, a step of a lesson or an ending: the focus, the field for
// a typed move, and what is read aloud.
import { untrack } from "svelte";
import type { BoardView, MoveRow, SetupCodes } from "../bindings";
import type { Reading } from "../board/props";
import type { Handlers } from "./registry";
import type { App } from "./app.svelte";

/** The controller of the exercise. */
type Room = { readonly refusal: unknown; forgetRefusal(): void };

/** The exercise on the board. */
type InView = {
  id: string;
  setup: SetupCodes;
  board: BoardView;
  /** The last move on the board. */
  row: MoveRow | null;
  /** Whether a move can be typed now. */
  canType: boolean;
};

export class ExerciseScreen {
  /** Whether the field for a move is open. */
  typing = $state(false);
  stage = $state<{ focusBoard(): void }>();
  readonly #app: App;
  readonly #room: Room;
  readonly #inView: () => InView | null;

  /** Made while a screen is: an exercise that comes on the board takes the focus there. */
  constructor(app: App, room: Room, inView: () => InView | null) {
    this.#app = app;
    this.#room = room;
    this.#inView = inView;
    let shown: string | null = null;
    $effect(() => {
      const id = inView()?.id ?? null;
      if (id !== null && id !== shown && !app.pointing) untrack(this.toBoard);
      shown = id;
    });
  }

  readonly toBoard = (): void => this.stage?.focusBoard();

  /** Gives the focus to the board after a step. */
  readonly after = (step: Promise<unknown>): void => void step.then(this.toBoard);

  readonly read = (reading: Reading, square: string): void => {
    const inView = this.#inView();
    if (!inView || reading === "mark") return;
    if (reading === "type") {
      this.typing = inView.canType;
      return;
    }
    const { board, row, setup } = inView;
    void this.#app.read(reading, square, { ...board, game: setup.game, row, clocks: null });
  };

  readonly closeTyping = (): void => {
    this.typing = false;
    this.toBoard();
  };

  /** The handlers of an exercise on the board. */
  get handlers(): Handlers {
    return {
      readLastMove: () => this.read("last", ""),
      readPieces: () => this.read("pieces", ""),
      typeMove: this.#inView()?.canType === true && (() => (this.typing = true)),
      // Esc drops a piece or closes a field; it never leaves the exercise.
      cancel: this.typing
        ? this.closeTyping
        : this.#room.refusal !== null && (() => this.#room.forgetRefusal()),
    };
  }
}
