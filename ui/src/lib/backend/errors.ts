// Errors of the shell.
import type { ApiError } from "../bindings";

/** Converts a thrown value to the error of a rejected call. */
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
