// Errors of the shell.
import type { ApiError } from "../bindings";

/** What was thrown, as the error that every rejected call is meant to carry. */
export function asApiError(thrown: unknown): ApiError {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown) {
    const error = thrown as Partial<ApiError>;
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
