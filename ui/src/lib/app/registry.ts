// The handlers of actions: the current screen and the frame register them by id; one listener runs them.
import { isMacControl } from "../board/mac-control";
import { ACTIONS, keysOf, type Action, type ActionId, type Keys } from "./actions";
import { dialogOpen, isField, isKeysDialog, isStep, isTyping, pressed } from "./keys";
import { isFocusedByPointer } from "./pointer-focus";

/** Runs an action. `key` is the pressed chord and `event` its event; both are null without a key. */
type Handler = (key: string | null, event: KeyboardEvent | null) => void;
/** An action that cannot be used now, with the reason as a sentence. */
type Unavailable = { why: string };
/** `false` for an action that is unavailable now, without a reason that a person needs. */
export type Handlers = { readonly [Id in ActionId]?: Handler | Unavailable | false };

type Source = {
  handlers: () => Handlers;
  before: ((event: KeyboardEvent | null) => void) | undefined;
  /** Whether the handlers are those of a dialog: while it is open, no others are in force. */
  inDialog: boolean;
};

/** The chords that type no text. */
const WHILE_TYPING = /^(Ctrl|Alt|F\d)/;

/** The registered actions of the current screen and the frame. */
export class ActionRegistry {
  readonly #sources = new Set<Source>();
  readonly #keys: () => Keys;
  readonly #refuse: (why: string) => void;

  /** `refuse` shows the reason of an unavailable action. */
  constructor(keys: () => Keys, refuse: (why: string) => void = () => {}) {
    this.#keys = keys;
    this.#refuse = refuse;
  }

  /** Registers handlers, which are read at every press, and returns their remover. `before` runs before any of them. */
  use(handlers: () => Handlers, before?: Source["before"], inDialog = false): () => void {
    const source = { handlers, before, inDialog };
    this.#sources.add(source);
    return () => this.#sources.delete(source);
  }

  /** The actions with a handler; those of the frame last. */
  registered(): Action<ActionId>[] {
    const ids = new Set(this.#inForce.flatMap(({ handlers }) => Object.keys(handlers())));
    const here = ACTIONS.filter(({ id }) => ids.has(id));
    return [
      ...here.filter(({ screens }) => screens !== "everywhere"),
      ...here.filter(({ screens }) => screens === "everywhere"),
    ];
  }

  /**
   * Does what a key press means here, and returns whether it means anything. A listener calls it twice for each press: in
   * the capture phase with `first` for what comes before a focused board, and in the bubble phase for all else. A tab,
   * list or slider that only the pointer focused leaves the arrow keys to the screen.
   */
  press(event: KeyboardEvent, first: boolean): boolean {
    if (event.defaultPrevented || (dialogOpen() && !isKeysDialog())) return false;
    const found = this.#find(pressed(event));
    if (!found) return false;
    const { action, key } = found;
    const { target } = event;
    const isLeft = isStep(key) && isFocusedByPointer(target) && !isField(target);
    if ((isLeft || (action.first ?? false)) !== first) return false;
    if (!isLeft) {
      const isText = !WHILE_TYPING.test(key) || (isMacControl(event) && event.key.length === 1);
      if (isTyping(target) && (isText || action.screens !== "everywhere")) return false;
      if (action.keptBy?.(target)) return false;
    }
    if (!this.#run(action.id, key, event)) return false;
    event.preventDefault();
    if (first) event.stopPropagation();
    return true;
  }

  /** Runs an action without a key, as the palette does; does nothing if it is unavailable. */
  run(id: ActionId): void {
    this.#run(id, null, null);
  }

  /** The reason why an action cannot be used now; null if it can, or if there is none to give. */
  whyNot(id: ActionId): string | null {
    for (const { handlers } of this.#inForce) {
      const handler = handlers()[id];
      if (handler) return typeof handler === "function" ? null : handler.why;
    }
    return null;
  }

  #run(id: ActionId, key: string | null, event: KeyboardEvent | null): boolean {
    for (const { handlers, before } of this.#inForce) {
      const handler = handlers()[id];
      if (!handler) continue;
      if (typeof handler !== "function") {
        this.#refuse(handler.why);
        return true;
      }
      before?.(event);
      handler(key, event);
      return true;
    }
    return false;
  }

  get #inForce(): Source[] {
    const inDialog = isKeysDialog();
    return [...this.#sources].filter((source) => source.inDialog === inDialog);
  }

  /** A custom key has priority over default keys. Shift with a letter is the letter, which a focused board uses. */
  #find(chord: string): { action: Action<ActionId>; key: string } | null {
    const keys = this.#keys();
    const here = this.registered();
    const action =
      here.find((one) => one.binding === "free" && keys[one.id] === chord) ??
      here.find((one) => keysOf(one, keys).includes(chord));
    if (action) return { action, key: chord };
    const [, letter] = /^Shift\+([A-Z])$/.exec(chord) ?? [];
    return letter === undefined ? null : this.#find(letter);
  }
}
