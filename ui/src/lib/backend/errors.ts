// Errors of the shell.
import type { Refusal } from "../bindings";

/** Converts a thrown value to the error of a rejected call. */
export function asRefusal(thrown: unknown): Refusal {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown) {
    const error = thrown as Partial<Refusal>;
    return {
      code: String(error.code),
      message: String(error.message),
      at: error.at ?? null,
      points: error.points ?? [],
      obstacles: error.obstacles ?? [],
    };
  }
  return {
    code: "unknown",
    message: thrown instanceof Error ? thrown.message : String(thrown),
    at: null,
    points: [],
    obstacles: [],
  };
}
