import { describe, expect, it } from "vitest";
import { enough, least, needed, reaches } from "../src/staff/authority.ts";
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

const step = (act: string, role: string) => ({ do: act, role, why: "", rule: null });

describe("who may do what", () => {
  it("agrees with the server's matrix", () => {
    for (const [command, role] of Object.entries(vectors.least)) {
      // The staff act for patrons: what a patron may do, a dealer may.
      expect(least(command), command).toBe(role === "player" ? "dealer" : role);
    }
  });

  it("goes by the table's own steps first: a resumption that voids is not the dealer's", () => {
    expect(needed([step("resume", "pit_supervisor")], "resume")).toBe("pit_supervisor");
    expect(needed([step("resume", "dealer")], "resume")).toBe("dealer");
    expect(needed([], "dismiss_report")).toBe("pit_supervisor");
    // The staff act for patrons.
    expect(needed([step("place_bet", "player")], "place_bet")).toBe("dealer");
    expect([reaches("dealer", "pit_supervisor"), reaches("pit_manager", "pit_supervisor"), reaches("auditor", "dealer")]).toEqual([false, true, false]);
  });

  it("knows who needs somebody's word", () => {
    expect(enough("dealer", "deal")).toBe(true);
    expect(enough("dealer", "void_round")).toBe(false);
    expect(enough("pit_manager", "rule")).toBe(false);
    expect(enough("shift_manager", "rule")).toBe(true);
    expect(enough("administrator", "deal")).toBe(false);
  });
});
