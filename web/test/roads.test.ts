import { expect, test } from "vitest";
import { beads, bend, keeps, latest, mark, type Cell } from "$/game/roads.ts";
import type { Result } from "$/live/frame.ts";

function drawn(cells: Cell<string>[]): string[] {
  const wide = Math.max(...cells.map((cell) => cell.column)) + 1;
  const rows = Array.from({ length: 6 }, () => Array.from({ length: wide }, () => "·"));
  for (const { column, row, item } of cells) (rows[row] as string[])[column] = item;
  return rows.map((row) => row.join(" "));
}

test("a long streak turns right at the bottom, and at an earlier tail", () => {
  // The drawing in docs/roads.md.
  const columns = [Array.from("BBBBBBBBB"), Array.from("PPPPPPPPP"), ["B"]];
  expect(drawn(bend(columns))).toEqual([
    "B P B · · ·",
    "B P · · · ·",
    "B P · · · ·",
    "B P · · · ·",
    "B P P P P P",
    "B B B B · ·",
  ]);
});

test("no two cells share a place", () => {
  const columns = [9, 8, 7, 12, 1, 6, 7, 2].map((deep, at) => Array.from({ length: deep }, () => `${at}`));
  const cells = bend(columns);
  expect(new Set(cells.map((cell) => `${cell.column},${cell.row}`)).size).toBe(cells.length);
});

test("the paper shows the latest columns", () => {
  const cells = bend(Array.from({ length: 30 }, (_, at) => [`${at}`]));
  const shown = latest(cells, 10);
  expect(shown.map((cell) => cell.item)).toEqual(Array.from({ length: 10 }, (_, at) => `${at + 20}`));
  expect(shown[0]?.column).toBe(0);
});

test("beads go down and then right", () => {
  const results = Array.from({ length: 8 }, (_, at) => ({ round: at + 1 }) as Result);
  expect(beads(results).at(-1)).toMatchObject({ column: 1, row: 1 });
});

test("marks are read", () => {
  expect(mark("B/2'")).toEqual({ winner: "B", ties: 2, bankerPair: true, playerPair: false });
  expect(mark("P.")).toEqual({ winner: "P", ties: 0, bankerPair: false, playerPair: true });
  expect(mark("T/")).toMatchObject({ winner: "T", ties: 1 });
  expect(["○", "●", "/", "□", "■", "\\"].map(keeps)).toEqual([true, true, true, false, false, false]);
});
