// Roads on paper: the server says what is in each column, this bends them into six rows.
import type { Result } from "$/live/frame.ts";

export interface Cell<T> {
  column: number;
  row: number;
  item: T;
}

export const ROWS = 6;

/** Bend columns: one that reaches the bottom or an earlier tail turns right and stays in its row. */
export function bend<T>(columns: T[][], rows = ROWS): Cell<T>[] {
  const taken = new Set<string>();
  const cells: Cell<T>[] = [];
  let start = 0;
  for (const column of columns) {
    while (taken.has(`${start},0`)) start += 1;
    let [at, row, turned] = [start, 0, false];
    for (const [index, item] of column.entries()) {
      if (index > 0) {
        if (!turned && (row + 1 >= rows || taken.has(`${at},${row + 1}`))) turned = true;
        if (turned) at += 1;
        else row += 1;
      }
      taken.add(`${at},${row}`);
      cells.push({ column: at, row, item });
    }
    start += 1;
  }
  return cells;
}

/** Every round in the order of play, six to a column. */
export function beads(results: Result[], rows = ROWS): Cell<Result>[] {
  return results.map((item, at) => ({ column: Math.floor(at / rows), row: at % rows, item }));
}

/** The latest columns that fit: old ones leave the paper at the left. */
export function latest<T>(cells: Cell<T>[], columns: number): Cell<T>[] {
  const last = Math.max(-1, ...cells.map((cell) => cell.column));
  const first = Math.max(0, last + 1 - columns);
  return cells.filter((cell) => cell.column >= first).map((cell) => ({ ...cell, column: cell.column - first }));
}

export interface Mark {
  winner: "B" | "P" | "T";
  ties: number;
  bankerPair: boolean;
  playerPair: boolean;
}

/** Read a cell of the big road: B, P or T, a slash with a number for ties, dots for pairs. */
export function mark(text: string): Mark {
  const tie = /\/(\d*)/.exec(text);
  const winner = text.startsWith("B") ? "B" : text.startsWith("P") ? "P" : "T";
  return {
    winner,
    ties: tie ? Number(tie[1] || 1) : 0,
    bankerPair: text.includes("'"),
    playerPair: text.includes("."),
  };
}

/** Red keeps the pattern: a circle or a rising slash; blue breaks it: a square or a falling one. */
export function keeps(sign: string): boolean {
  return sign === "○" || sign === "●" || sign === "/";
}
