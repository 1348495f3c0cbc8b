// The settings that a board takes.
import type { Settings } from "../bindings";
import { isHanNotation } from "../game/notation";
import { isCoordinate } from "../game/points";
import type { BoardLook, Edge } from "./props";

export const lookOf = (settings: Settings): BoardLook => ({
  ...settings,
  set: settings.xiangqiSet,
  edge: edgeOf(settings.notation),
});

/** The names on the edges are those of the notation in use, so that a move can be found on the board. */
export function edgeOf(notation: Settings["notation"]): Edge {
  if (isCoordinate(notation)) return "letters";
  return isHanNotation(notation) ? "han" : "figures";
}
