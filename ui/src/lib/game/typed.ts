// A typed move, as the backend is to read it.
import type { Notation } from "./notation";

const PIECES: Record<string, string> = { TG: "K", S: "A", T: "E", M: "H", X: "R", P: "C", C: "P", B: "P" };
const ACTIONS: Record<string, string> = { ".": "+", "-": "=", "/": "-" };

/** The key that opens the field, pressed once more inside it, as each keyboard has it. */
const OPENING = /^[/、]/;

/**
 * A Vietnamese move as WXF. `C3.1` is a soldier's move there and a cannon's in WXF, so the notation in use decides. Any
 * other text keeps its letters, without their width and without the key that opens the field.
 */
export function asTyped(typed: string, notation: Notation): string {
  const text = typed.normalize("NFKC").replace(OPENING, "");
  const [, letters = "", place = "", action = "", number] =
    /^(Tg|[STMXPCB])([1-9])([./-])([1-9])$/i.exec(text) ?? [];
  const piece = PIECES[letters.toUpperCase()];
  return notation === "vietnamese" && piece ? `${piece}${place}${ACTIONS[action]}${number}` : text;
}
