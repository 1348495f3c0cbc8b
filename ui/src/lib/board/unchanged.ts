// Keeps equal items of a list that is computed anew, so that only the elements of the others are updated.

/** Returns a function that replaces each item by the one of its last call with the same key, if all their fields are equal. */
export function keepUnchanged<T extends object>(keyOf: (item: T) => string): (items: T[]) => T[] {
  let last = new Map<string, T>();
  return (items) => {
    const kept = new Map<string, T>();
    for (const item of items) {
      const before = last.get(keyOf(item));
      kept.set(keyOf(item), before && isSame(before, item) ? before : item);
    }
    last = kept;
    return [...kept.values()];
  };
}

function isSame<T extends object>(a: T, b: T): boolean {
  const fields = Object.keys(b) as (keyof T)[];
  return Object.keys(a).length === fields.length && fields.every((field) => a[field] === b[field]);
}
