// The colour of a game's cloth in the lobby: made from its key, so that it is the same every day.

/** As many colours there are; LobbyTile.svelte has them. */
export const ACCENTS = 10;

function hash(key: string): number {
  let sum = 0x811c9dc5;
  for (const sign of key) sum = Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return sum >>> 0;
}

/** A colour for each key; two games have the same only where there are more games than colours. */
export function accents(keys: string[]): Map<string, number> {
  const found = new Map<string, number>();
  const taken = new Set<number>();
  for (const key of [...new Set(keys)].toSorted()) {
    let at = hash(key) % ACCENTS;
    while (taken.has(at) && taken.size < ACCENTS) at = (at + 1) % ACCENTS;
    taken.add(at);
    found.set(key, at);
  }
  return found;
}
