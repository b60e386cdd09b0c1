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
  /** The outline of the cloth, for a drawing that is 100 wide and 100 by the ratio high. */
  rim: string;
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
  const ratio = tall ? (boxes > 9 ? 0.82 : 0.95) : kind === "big" ? 2.25 : 2.1;
  const height = 100 / ratio;
  const most = tall ? 14.5 : 9.6;
  // Boxes keep clear of the rim by half their size and a little.
  const clear = (tall ? 8.8 : boxes > 9 ? 5.6 : 6.6) + 1;
  const top = height * (tall ? 0.44 : 0.3);
  const curve: Curve = { bend: BEND[kind], across: 49 - clear, top, down: height - 1.2 - top - clear };
  const spots = along(points(curve), boxes).map(([x, y], at) => ({ box: at + 1, x, y: y * ratio }));
  const gap = Math.min(...spots.slice(1).map((spot, at) => room(spot, spots[at] ?? spot, ratio)));
  const edge = points({ ...curve, across: 49, down: height - 1.2 - top });
  const rim = `M8 1H92Q99 1 99 8L${edge.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L")}L1 8Q1 1 8 1Z`;
  return { ratio, size: Math.min(most, gap * 0.94), spots, rim };
}

type Point = [x: number, y: number];

interface Curve {
  bend: number;
  across: number;
  top: number;
  down: number;
}

/** Points of a half curve, from the right end to the left, in percent of the width. */
function points({ bend, across, top, down }: Curve): Point[] {
  return Array.from({ length: 241 }, (_, step) => {
    const angle = (Math.PI * step) / 240;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [50 + across * Math.sign(cos) * Math.abs(cos) ** (2 / bend), top + down * Math.abs(sin) ** (2 / bend)];
  });
}

/** Points at equal distances along a line, the ends included. */
function along(line: Point[], count: number): Point[] {
  const run = [0];
  for (let at = 1; at < line.length; at += 1) {
    const [[x0, y0], [x1, y1]] = [line[at - 1] as Point, line[at] as Point];
    run.push((run[at - 1] ?? 0) + Math.hypot(x1 - x0, y1 - y0));
  }
  const whole = run.at(-1) ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const want = count === 1 ? whole / 2 : (whole * index) / (count - 1);
    const found = run.findIndex((length) => length >= want);
    const at = found < 0 ? line.length - 1 : Math.max(1, found);
    const [before, after] = [run[at - 1] ?? 0, run[at] ?? 0];
    const part = after === before ? 0 : (want - before) / (after - before);
    const [[x0, y0], [x1, y1]] = [line[at - 1] as Point, line[at] as Point];
    return [x0 + (x1 - x0) * part, y0 + (y1 - y0) * part];
  });
}

/** How round the corners of a box are, in parts of its width. */
export const ROUND = 0.28;

/** How wide two boxes may be until they touch: side by side wider than corner to corner. */
function room(one: Spot, other: Spot, ratio: number): number {
  const [x, y] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y) / ratio];
  const apart = Math.hypot(x, y);
  return apart / (2 * ((0.5 - ROUND) * ((x + y) / apart) + ROUND));
}
