// A card that is peeled: where it folds, what that uncovers, and how far it may be lifted before anything is seen.
// Points are in units of the paper, from the upper left of the card as it lies with its back up.
import { PAPER, PIP, pips } from "./cards.ts";

export interface Point {
  x: number;
  y: number;
}

/** Where the card is held: a point of its rim, and which ways lead from there over the card. */
export interface Grip extends Point {
  /** 1 is to the right, -1 to the left; 0 where an edge above or below is held. */
  across: -1 | 0 | 1;
  /** 1 is down, -1 up; 0 where an edge at the side is held. */
  along: -1 | 0 | 1;
}

/** A line that the paper is folded at: what lies before it, seen along `toward`, has been lifted and mirrored. */
export interface Fold {
  at: Point;
  toward: Point;
}

const { width: WIDE, height: HIGH } = PAPER;
/** So near to two edges the corner is held, not one of them. */
const CORNER = 0.22 * WIDE;
/** An edge folds askew at most so far for what it is pulled inwards: it never folds along itself. */
const ASKEW = 0.6;
const RIM: Point[] = [
  { x: 0, y: 0 },
  { x: WIDE, y: 0 },
  { x: WIDE, y: HIGH },
  { x: 0, y: HIGH },
];

/**
 * What any face has ink within, as corners of rectangles: the frame of a picture, the pips of a number, an ace. The
 * indices are under the fingers of whoever peels.
 */
const INK: Point[] = [
  [57, 26],
  [88 - PIP / 2, 60 - PIP / 2],
  [34, 84],
].flatMap(([x = 0, y = 0]) => [
  { x, y },
  { x: WIDE - x, y },
  { x, y: HIGH - y },
  { x: WIDE - x, y: HIGH - y },
]);

/** What is held where the card is pressed: the nearest corner, or else the nearest point of an edge. */
export function gripAt(pressed: Point): Grip {
  const x = Math.max(0, Math.min(WIDE, pressed.x));
  const y = Math.max(0, Math.min(HIGH, pressed.y));
  const [sideways, upright] = [Math.min(x, WIDE - x), Math.min(y, HIGH - y)];
  const [across, along] = [x < WIDE / 2 ? 1 : -1, y < HIGH / 2 ? 1 : -1] as const;
  const [edgeX, edgeY] = [across === 1 ? 0 : WIDE, along === 1 ? 0 : HIGH];
  if (sideways < CORNER && upright < CORNER) return { x: edgeX, y: edgeY, across, along };
  return sideways < upright ? { x: edgeX, y, across, along: 0 } : { x, y: edgeY, across: 0, along };
}

/** How far aside an edge may be pulled: its ends come up no faster than the finger, so it folds askew bit by bit. */
function keep(aside: number, depth: number, edge: number): number {
  const most = depth * Math.min(ASKEW, depth / edge);
  return Math.max(-most, Math.min(most, aside));
}

/** The way that the held point goes when it is pulled by so much: only over the card, and an edge not along itself. */
function pulled({ across, along }: Grip, by: Point): Point {
  const x = across * Math.max(0, across * by.x);
  const y = along * Math.max(0, along * by.y);
  if (across === 0) return { x: keep(by.x, Math.abs(y), WIDE), y };
  if (along === 0) return { x, y: keep(by.y, Math.abs(x), HIGH) };
  return { x, y };
}

/** Where a card folds whose held point is pulled; null where that lifts nothing. */
export function foldOf(grip: Grip, by: Point): Fold | null {
  const way = pulled(grip, by);
  const length = Math.hypot(way.x, way.y);
  if (length < 0.5) return null;
  return { at: { x: grip.x + way.x / 2, y: grip.y + way.y / 2 }, toward: { x: way.x / length, y: way.y / length } };
}

/** Whether a pull goes as far as what is printed: what was seen cannot be taken back. */
export function showsFace(grip: Grip, by: Point): boolean {
  const fold = foldOf(grip, by);
  return fold !== null && INK.some((ink) => before(fold, ink));
}

/** The part of a pull, from 0 to 1, that lifts bare paper alone: so far it goes while the face has not come. */
export function bareShare(grip: Grip, by: Point): number {
  if (!showsFace(grip, by)) return 1;
  let [bare, shows] = [0, 1];
  for (let step = 0; step < 16; step += 1) {
    const half = (bare + shows) / 2;
    if (showsFace(grip, { x: by.x * half, y: by.y * half })) shows = half;
    else bare = half;
  }
  return bare;
}

/** How far beyond the fold a point lies. */
function beyond({ at, toward }: Fold, { x, y }: Point): number {
  return (x - at.x) * toward.x + (y - at.y) * toward.y;
}

/** Whether a point of the card has been lifted. */
export function before(fold: Fold, point: Point): boolean {
  return beyond(fold, point) < -0.001;
}

/** The part of the card on one side of a fold, corner by corner: what lies still, or what was lifted. */
export function part(fold: Fold, lifted: boolean): Point[] {
  const depth = (point: Point): number => (lifted ? -1 : 1) * beyond(fold, point);
  return RIM.flatMap((corner, number) => {
    const next = RIM[(number + 1) % RIM.length] ?? corner;
    const [here, there] = [depth(corner), depth(next)];
    const share = here / (here - there);
    const cut = here > 0 !== there > 0 ? [{ x: corner.x + (next.x - corner.x) * share, y: corner.y + (next.y - corner.y) * share }] : [];
    return here > 0 ? [corner, ...cut] : cut;
  });
}

/** How much of the card is lifted, from 0 to 1. */
export function lifted(fold: Fold | null): number {
  if (!fold) return 0;
  const corners = part(fold, true);
  const twice = corners.reduce((sum, { x, y }, number) => {
    const next = corners[(number + 1) % corners.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2 / (WIDE * HIGH);
}

/** A point of the face, as printed, where it lies on a card with its back up; and the other way round. */
export function through({ x, y }: Point): Point {
  return { x: WIDE - x, y };
}

/**
 * The six numbers of a CSS matrix that lays the face as printed where the lifted part lies: through the card to its
 * underside, then mirrored at the fold. `scale` is how large a unit of paper is.
 */
export function mirror({ at, toward: { x, y } }: Fold, scale: number): number[] {
  const twice = 2 * (at.x * x + at.y * y);
  const [a, b, d] = [1 - 2 * x * x, -2 * x * y, 1 - 2 * y * y];
  return [-a, -b, b, d, (a * WIDE + twice * x) * scale, (b * WIDE + twice * y) * scale];
}

/** How many pips of a number card are uncovered, of those whose middle is; a picture has none. */
export function pipsSeen(rank: string, fold: Fold): number {
  const signs: [number, number][] = rank === "A" ? [[WIDE / 2, HIGH / 2]] : pips(rank);
  return signs.filter(([x, y]) => before(fold, through({ x, y }))).length;
}

/** A point of the page in units of the paper: `middle` is that of the card, which may lie on its side. */
export function onPaper(point: Point, middle: Point, scale: number, sideways: boolean): Point {
  const [x, y] = [(point.x - middle.x) / scale, (point.y - middle.y) / scale];
  // A quarter to the right, as the page turns it: what was up points to the right.
  return sideways ? { x: WIDE / 2 + y, y: HIGH / 2 - x } : { x: WIDE / 2 + x, y: HIGH / 2 + y };
}
