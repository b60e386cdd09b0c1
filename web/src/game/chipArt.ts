// How chips are drawn: the spots on the edge of each look, on the face from above and on the wall from the
// side. Looks differ by their spots as well as by colour: how many there are, how wide, single or grouped.

/** The spots of each look around the edge, in degrees: long, gap, long, gap … over and over. */
const SPOTS: number[][] = [
  [18, 72],
  [24, 36],
  [22.5, 22.5],
  [7, 6, 7, 25],
  [12, 8, 12, 28],
  [7, 6, 7, 6, 7, 57],
  [15, 15],
  [60, 60],
  [5, 5, 22, 5, 5, 30],
  [9, 9, 9, 9, 36],
  [9, 9],
];

/** Seen from a seat a chip is this much flatter than wide, and this thick; it is 100 wide. */
export const FLAT = 0.76;
export const THICK = 12;
const RADIUS = 49;

/** The spots of a look on a circle whose length is called 360. */
export function spots(look: number): string {
  return (SPOTS[look] ?? []).join(" ");
}

const point = (degrees: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return `${(50 + RADIUS * Math.cos(angle)).toFixed(1)} ${(RADIUS * FLAT * Math.sin(angle)).toFixed(1)}`;
};

/** A part of the wall that is seen, from one angle to another; 0 is at the right, 90 in front. */
function part(from: number, to: number): string {
  const arc = `A${RADIUS} ${RADIUS * FLAT} 0 0`;
  return `M${point(from)}${arc} 1 ${point(to)}v${THICK}${arc} 0 ${point(from).replace(/(\S+)$/, (y) => (Number(y) + THICK).toFixed(1))}Z`;
}

/** The wall of a chip whose face has its middle at 50, 0. */
export const WALL = part(0, 180);

function wallSpots(pattern: number[]): string {
  const found: string[] = [];
  let at = 0;
  for (let index = 0; at < 180; index += 1) {
    const length = pattern[index % pattern.length] ?? 180;
    if (index % 2 === 0) found.push(part(at, Math.min(at + length, 180)));
    at += length;
  }
  return found.join("");
}

const walls = SPOTS.map(wallSpots);

/** The spots of a look on that wall. */
export function wall(look: number): string {
  return walls[look] ?? "";
}

/** A column is not quite straight: how far each chip lies beside the middle. */
export function lean(at: number): number {
  return [0, 1.6, -1, 0.9, -1.4][at % 5] ?? 0;
}

/** How large a number is written on the face, so that all of it is inside the ring. */
export function size(text: string, across: number): number {
  return Math.round(Math.min(0.62 * across, (1.42 * across) / Math.max(1, text.length)));
}
