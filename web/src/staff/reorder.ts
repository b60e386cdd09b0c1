// Moving one thing among others, by hand or by keys.
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const target = Math.max(0, Math.min(list.length - 1, to));
  if (from < 0 || from >= list.length || from === target) return [...list];
  const rest = [...list];
  const [taken] = rest.splice(from, 1);
  rest.splice(target, 0, taken as T);
  return rest;
}

/** Where a key takes the thing at a place; null where the key means nothing here. */
export function byKey(key: string, at: number, count: number): number | null {
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const wanted = to[key];
  return wanted === undefined ? null : Math.max(0, Math.min(count - 1, wanted));
}
