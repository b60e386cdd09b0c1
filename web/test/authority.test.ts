import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Roles } from "$/api/schema.ts";
import type { CommandName, NextStep } from "$/live/frame.ts";
import { Authority } from "$/staff/authority.svelte.ts";
import vectors from "./vectors.json";

const matrix = vectors.roles as Roles;
const step = (act: CommandName, role: NextStep["role"]): NextStep => ({ do: act, role, why: "", rule: null });
let authority = new Authority();
const enough = (role: string, command: CommandName): boolean => authority.reaches(role, authority.needed([], command));
beforeEach(() => {
  authority = new Authority();
  authority.matrix = matrix;
});

describe("who may do what", () => {
  it("is what the server publishes", () => {
    for (const [command, role] of Object.entries(matrix.least)) {
      // The staff act for patrons: what a patron may do, a dealer may.
      expect(authority.least(command as CommandName), command).toBe(role === "player" ? "dealer" : role);
    }
  });

  it("goes by the table's own steps first: a resumption that voids is not the dealer's", () => {
    expect(authority.needed([step("resume", "pit_supervisor")], "resume")).toBe("pit_supervisor");
    expect(authority.needed([step("resume", "dealer")], "resume")).toBe("dealer");
    expect(authority.needed([], "dismiss_report")).toBe("pit_supervisor");
    // The staff act for patrons.
    expect(authority.needed([step("place_bet", "player")], "place_bet")).toBe("dealer");
    const pairs = [["dealer", "pit_supervisor"], ["pit_manager", "pit_supervisor"], ["auditor", "dealer"]] as const;
    expect(pairs.map(([role, other]) => authority.reaches(role, other))).toEqual([false, true, false]);
  });

  it("knows who needs somebody's word", () => {
    expect(enough("dealer", "deal")).toBe(true);
    expect(enough("dealer", "void_round")).toBe(false);
    expect(enough("pit_manager", "rule")).toBe(false);
    expect(enough("shift_manager", "rule")).toBe(true);
    expect(enough("administrator", "deal")).toBe(false);
  });

  it("lets nobody act alone before the matrix has come, and asks until it has", async () => {
    vi.useFakeTimers();
    const answers = [new Response("{}", { status: 503 }), Response.json(matrix)];
    vi.stubGlobal("fetch", async () => answers.shift());
    const fresh = new Authority();
    expect(fresh.reaches("shift_manager", "dealer")).toBe(false);
    const loaded = fresh.load();
    await vi.advanceTimersByTimeAsync(5000);
    await loaded;
    expect([fresh.matrix, answers]).toEqual([matrix, []]);
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});
