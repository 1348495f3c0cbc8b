/** The time from which screens count. It goes on when the first screen opens, comes back, or sees a day begin. */
export const now = $state({ ms: Date.now() });
