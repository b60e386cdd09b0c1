// Where the boxes lie: along the curve of the table, evenly, number one at the dealer's left hand.
export type Shape = "bean" | "mini" | "big";

export interface Spot {
  box: number;
  /** Percent of the felt's width and height. */
  x: number;
  y: number;
}

export interface Felt {
  /** Width by height. */
  ratio: number;
  /** Width of a box in percent of the felt's width. */
  size: number;
  spots: Spot[];
}

/** The shape of a layout, by the name that the game's file gives it. */
export function shape(layout: string): Shape {
  if (/^(mini|small|blackjack)/.test(layout)) return "mini";
  return /^(big|large|baccarat)/.test(layout) ? "big" : "bean";
}

// How far the curve bends: a mini table is a half circle, a big one has long straight sides.
const BEND: Record<Shape, number> = { mini: 2.1, bean: 2.5, big: 3.4 };

export function felt(layout: string, boxes: number, tall: boolean): Felt {
  const kind = shape(layout);
  const ratio = tall ? (boxes > 9 ? 0.74 : 0.86) : kind === "big" ? 2.3 : 2.15;
  const points = curve(BEND[kind], ratio, tall);
  const spots = along(points, boxes).map(([x, y], at) => ({ box: at + 1, x, y: y * ratio }));
  const gap = Math.min(...spots.slice(1).map((spot, at) => distance(spot, spots[at] ?? spot, ratio)));
  return { ratio, size: Math.min(tall ? 15 : 9.5, gap * 0.92), spots };
}

type Point = [x: number, y: number];

/** Points of the lower rim, from the right end to the left, in percent of the width. */
function curve(bend: number, ratio: number, tall: boolean): Point[] {
  const height = 100 / ratio;
  const [across, top] = tall ? [41, height * 0.3] : [44, height * 0.3];
  const down = height * (tall ? 0.6 : 0.545);
  const points: Point[] = [];
  for (let step = 0; step <= 400; step += 1) {
    const angle = (Math.PI * step) / 400;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const x = 50 + across * Math.sign(cos) * Math.abs(cos) ** (2 / bend);
    points.push([x, top + down * Math.abs(sin) ** (2 / bend)]);
  }
  return points;
}

/** Points at equal distances along a line, the ends included. */
function along(points: Point[], count: number): Point[] {
  const run = [0];
  for (let at = 1; at < points.length; at += 1) {
    const [[x0, y0], [x1, y1]] = [points[at - 1] as Point, points[at] as Point];
    run.push((run[at - 1] ?? 0) + Math.hypot(x1 - x0, y1 - y0));
  }
  const whole = run.at(-1) ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const want = count === 1 ? whole / 2 : (whole * index) / (count - 1);
    const found = run.findIndex((length) => length >= want);
    const at = found < 0 ? points.length - 1 : Math.max(1, found);
    const [before, after] = [run[at - 1] ?? 0, run[at] ?? 0];
    const part = after === before ? 0 : (want - before) / (after - before);
    const [[x0, y0], [x1, y1]] = [points[at - 1] as Point, points[at] as Point];
    return [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
  });
}

function distance(one: Spot, other: Spot, ratio: number): number {
  return Math.hypot(one.x - other.x, (one.y - other.y) / ratio);
}
