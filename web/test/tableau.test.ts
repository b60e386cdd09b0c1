import { describe, expect, it } from "vitest";
import { bankerDraws, inOrder, nextHand, playerDraws, walk, type Decision } from "../src/staff/tableau.ts";
import vectors from "./vectors.json";

const said = (decision: Decision): string => `${decision.draws ? "draw" : "stand"} ${decision.ground}`;

describe("the table of play", () => {
  it("agrees with the server on every decision of Player", () => {
    const mine = vectors.player.map((row, p) => row.map((_, b) => said(playerDraws(p, b))));
    expect(mine).toEqual(vectors.player);
  });

  it("agrees with the server on every decision of Banker", () => {
    const mine = vectors.banker.map((rows, p) =>
      rows.map((row, b) => row.map((_, at) => said(bankerDraws(p, b, at ? at - 1 : null)))),
    );
    expect(mine).toEqual(vectors.banker);
  });

  it("deals any cards as the server does", () => {
    for (const { cards, ...rest } of vectors.walks) {
      const { player, banker, next, over, result } = walk(cards);
      expect({ player, banker, next, over, result }, cards.join(" ")).toEqual(rest);
    }
  });

  it("says where the next card goes unless cards lie face down that decide it", () => {
    expect(nextHand({ player: [null], banker: [] })).toBe("banker");
    expect(nextHand({ player: [null, null], banker: [null, null] })).toBeUndefined();
    expect(nextHand({ player: ["9s", "Kd"], banker: ["2c", "3h"] })).toBeNull();
    expect(nextHand({ player: ["2s", "Kd"], banker: ["2c", "3h"] })).toBe("player");
  });

  it("puts two hands into the order of the deal", () => {
    expect(inOrder({ player: ["a", "c"], banker: ["b", "d", "f"] })).toEqual(["a", "b", "c", "d", "f"]);
  });
});
