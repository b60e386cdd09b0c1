// SHA-256 by hand: browsers keep theirs from pages on plain HTTP, and a proof must work there too.
const K = constants(64, 1 / 3);
const START = constants(8, 1 / 2);

/** The first bits of the fractions of roots of primes, as the standard has them. */
function constants(count: number, power: number): Uint32Array {
  const found = new Uint32Array(count);
  for (let n = 2, at = 0; at < count; n += 1) {
    let prime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) prime = false;
    if (prime) found[at++] = fraction(n, power === 1 / 2 ? 2n : 3n);
  }
  return found;
}

/** 32 bits after the point of a root, in whole numbers: floating point is not exact enough to trust. */
function fraction(n: number, degree: bigint): number {
  const target = BigInt(n) << (32n * degree);
  let [low, high] = [0n, 1n << 40n];
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** degree <= target) low = middle;
    else high = middle - 1n;
  }
  return Number(low & 0xffffffffn);
}

const at = (words: Uint32Array, index: number): number => words[index] as number;
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const length = data.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
  padded.set(data);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, (length << 3) >>> 0);
  const hash = new Uint32Array(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) compress(hash, w, view, block);
  const out = new Uint8Array(32);
  const words = new DataView(out.buffer);
  hash.forEach((word, at) => words.setUint32(at * 4, word));
  return out;
}

function compress(hash: Uint32Array, w: Uint32Array, view: DataView, block: number): void {
  for (let t = 0; t < 16; t += 1) w[t] = view.getUint32(block + t * 4);
  for (let t = 16; t < 64; t += 1) {
    const [a, b] = [at(w, t - 15), at(w, t - 2)];
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[t] = (at(w, t - 16) + s0 + at(w, t - 7) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = Array.from(hash) as [number, number, number, number, number, number, number, number];
  for (let t = 0; t < 64; t += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(K, t) + at(w, t)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (hash[index] = (at(hash, index) + word) | 0));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("no hexadecimal digits");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
