import { describe, expect, it, test } from "vitest";
import { PAPER } from "$/game/cards.ts";
import { bareShare, before, foldOf, gripAt, lifted, mirror, onPaper, part, pipsSeen, showsFace, through, type Grip, type Point } from "$/game/peel.ts";

const { width, height } = PAPER;
const BOTTOM = gripAt({ x: 120, y: height - 8 });
const LEFT = gripAt({ x: 10, y: 190 });
const CORNER = gripAt({ x: width - 20, y: height - 12 });

/** Pulls over the card, from each place it can be held at. */
const PULLS: [string, Grip, Point][] = [
  ["the lower edge", BOTTOM, { x: 0, y: -1 }],
  ["the lower edge, askew", BOTTOM, { x: 0.3, y: -1 }],
  ["the left edge", LEFT, { x: 1, y: 0 }],
  ["the left edge, askew", LEFT, { x: 1, y: -0.2 }],
  ["a corner", CORNER, { x: -0.7, y: -0.7 }],
  ["a corner, nearly along an edge", CORNER, { x: -1, y: -0.05 }],
  ["the upper edge", gripAt({ x: 100, y: 3 }), { x: -0.2, y: 1 }],
  ["the other corner", gripAt({ x: 4, y: 4 }), { x: 0.5, y: 1 }],
];
const times = ({ x, y }: Point, by: number): Point => ({ x: x * by, y: y * by });

/** Where the matrix lays a point of the face as printed. */
function laid([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: number[], { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

function area(corners: Point[]): number {
  const twice = corners.map(({ x, y }, at) => {
    const next = corners[(at + 1) % corners.length] ?? { x, y };
    return x * next.y - next.x * y;
  });
  return Math.abs(twice.reduce((sum, each) => sum + each, 0)) / 2;
}

function pipsOf(rank: string, grip: Grip, by: Point): number {
  const fold = foldOf(grip, by);
  return fold ? pipsSeen(rank, fold) : 0;
}

describe("where a card is held", () => {
  test("near two edges it is the corner, else the nearest edge", () => {
    expect(CORNER).toEqual({ x: width, y: height, across: -1, along: -1 });
    expect(gripAt({ x: 5, y: 5 })).toEqual({ x: 0, y: 0, across: 1, along: 1 });
    expect(BOTTOM).toEqual({ x: 120, y: height, across: 0, along: -1 });
    expect(LEFT).toEqual({ x: 0, y: 190, across: 1, along: 0 });
  });

  test("what is pressed beside the card holds its rim", () => {
    expect(gripAt({ x: 130, y: height + 60 })).toEqual({ x: 130, y: height, across: 0, along: -1 });
    expect(gripAt({ x: -40, y: -30 })).toMatchObject({ x: 0, y: 0 });
  });
});

describe("a pull", () => {
  it.each(PULLS)("of %s uncovers more the longer it is", (_, grip, way) => {
    const steps = Array.from({ length: 60 }, (__, at) => foldOf(grip, times(way, at * 10)));
    const shares = steps.map(lifted);
    for (const [at, share] of shares.entries()) expect(share).toBeGreaterThanOrEqual((shares[at - 1] ?? 0) - 1e-9);
    expect(shares[0]).toBe(0);
    expect(shares[20]).toBeGreaterThan(shares[10] ?? 1);
    expect(shares.at(-1)).toBeGreaterThan(0.6);
    // What was uncovered once stays so.
    for (const [at, fold] of steps.entries()) {
      const earlier = steps[at - 1];
      if (fold && earlier) for (const point of part(earlier, true)) expect(before(fold, point) || before(earlier, point) === false).toBe(true);
    }
  });

  it.each(PULLS)("of %s lays the held point where the finger is", (_, grip, way) => {
    const by = times(way, 90);
    const fold = foldOf(grip, by);
    if (!fold) throw new Error("no fold");
    const finger = laid(mirror(fold, 1), through(grip));
    expect([finger.x, finger.y].map(Math.round)).toEqual([grip.x + by.x, grip.y + by.y].map(Math.round));
  });

  it.each(PULLS)("of %s mirrors what is lifted at the fold, and nothing of the face comes out the wrong way round", (_, grip, way) => {
    const fold = foldOf(grip, times(way, 140));
    if (!fold) throw new Error("no fold");
    const matrix = mirror(fold, 2);
    const [a = 0, b = 0, c = 0, d = 0] = matrix;
    expect(a * d - b * c).toBeCloseTo(1);
    // The fold itself stays where it is.
    for (const corner of part(fold, true).filter((point) => !before(fold, point))) {
      const there = laid(matrix, times(through(corner), 2));
      // The printed point is given in pixels here: only what is added to it is scaled.
      expect(there.x).toBeCloseTo(corner.x * 2, 6);
      expect(there.y).toBeCloseTo(corner.y * 2, 6);
    }
  });

  it.each(PULLS)("of %s leaves and lifts the whole card between them", (_, grip, way) => {
    const fold = foldOf(grip, times(way, 120));
    if (!fold) throw new Error("no fold");
    expect(area(part(fold, true)) + area(part(fold, false))).toBeCloseTo(width * height, 4);
    expect(lifted(fold)).toBeCloseTo(area(part(fold, true)) / (width * height), 9);
  });

  it.each(PULLS)("of %s shows bare paper first, and stops there while the face has not come", (_, grip, way) => {
    expect(showsFace(grip, times(way, 20))).toBe(false);
    expect(showsFace(grip, times(way, 240))).toBe(true);
    for (const length of [15, 40, 80, 240, 600]) {
      const by = times(way, length);
      const share = bareShare(grip, by);
      const held = foldOf(grip, times(by, share));
      expect(share === 1).toBe(!showsFace(grip, by));
      for (const rank of ["2", "7", "10", "A"]) expect(held ? pipsSeen(rank, held) : 0).toBe(0);
      // The frame of a picture, and an ace, are not reached either.
      if (held) for (const ink of [[57, 26], [34, 84], [width - 57, height - 26]]) expect(before(held, { x: ink[0] ?? 0, y: ink[1] ?? 0 })).toBe(false);
    }
    const long = times(way, 240);
    const bare = foldOf(grip, times(long, bareShare(grip, long)));
    expect(lifted(bare)).toBeGreaterThan(0);
    expect(showsFace(grip, times(long, bareShare(grip, long) + 0.01))).toBe(true);
  });

  test("away from the card lifts nothing", () => {
    expect(foldOf(BOTTOM, { x: 30, y: 80 })).toBeNull();
    expect(foldOf(LEFT, { x: -80, y: 5 })).toBeNull();
    expect(foldOf(CORNER, { x: 40, y: 40 })).toBeNull();
    expect(foldOf(BOTTOM, { x: 0, y: 0 })).toBeNull();
    expect(lifted(null)).toBe(0);
  });

  test("along its own edge does not fold the card across", () => {
    expect(lifted(foldOf(BOTTOM, { x: 100, y: -10 }))).toBeLessThan(0.05);
  });
});

describe("what is uncovered", () => {
  test("pips come row by row from the long edge, as they are counted", () => {
    expect([0, 100, 190, 260, 400].map((by) => pipsOf("8", LEFT, { x: by, y: 0 }))).toEqual([0, 0, 3, 5, 8]);
    expect([100, 190, 260, 400].map((by) => pipsOf("4", LEFT, { x: by, y: 0 }))).toEqual([0, 2, 2, 4]);
    expect([190, 260].map((by) => pipsOf("A", LEFT, { x: by, y: 0 }))).toEqual([0, 1]);
    expect(pipsOf("K", LEFT, { x: 400, y: 0 })).toBe(0);
  });

  test("the lower edge of the back is the lower edge of the face; its left is the right", () => {
    expect(through({ x: 10, y: 300 })).toEqual({ x: width - 10, y: 300 });
    // The seven has its single pip in the upper half.
    expect(pipsOf("7", gripAt({ x: 125, y: 0 }), { x: 0, y: 300 })).toBe(3);
    expect(pipsOf("7", gripAt({ x: 125, y: height }), { x: 0, y: -300 })).toBe(2);
  });
});

test("the place of a finger on a card, upright and on its side", () => {
  const middle = { x: 500, y: 400 };
  expect(onPaper(middle, middle, 0.5, false)).toEqual({ x: width / 2, y: height / 2 });
  expect(onPaper({ x: 500 + 62.5, y: 400 - 87.5 }, middle, 0.5, false)).toEqual({ x: width, y: 0 });
  // On its side, the upper right of the card is the lower right of the page.
  expect(onPaper({ x: 500 + 87.5, y: 400 + 62.5 }, middle, 0.5, true)).toEqual({ x: width, y: 0 });
});
