// Clocks between snapshots: the core's numbers are the truth, and the one that runs is counted down locally from the moment they came.
import type { Clocks, Side } from "../bindings";

/** Milliseconds left to `side`, `sinceMs` after the snapshot came. Never below zero. */
export function remaining(clocks: Clocks, side: Side, sinceMs: number): number {
  const base = side === "first" ? clocks.firstMs : clocks.secondMs;
  return Math.max(0, clocks.running === side ? base - Math.max(0, sinceMs) : base);
}

/** "9:41"; with tenths in the last ten seconds, and hours from one hour on. */
export function clockFace(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const total = Math.floor(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

export const LOW_TIME_MS = 10_000;
