// Where we are: addresses of the app and the pages behind them, each loaded when it is first seen.
import type { Component } from "svelte";

export type Params = Record<string, string>;
export type Page = Component<{ params: Params }>;
type Loader = () => Promise<{ default: Page | Component }>;

interface Route {
  path: string;
  /** A wall screen and a console take the whole window: no header, no footer. */
  bare?: boolean;
  /** It fills the window and has the notices within: what gets the focus scrolls no page. */
  whole?: boolean;
  /** A place of work: no footer below the fold. */
  work?: boolean;
  /** Where the staff has a port of its own, nothing is here at the patrons'. */
  staff?: boolean;
  load: Loader;
}

export const routes: Route[] = [
  { path: "/", load: () => import("./pages/Lobby.svelte") },
  { path: "/first", staff: true, load: () => import("./pages/FirstAdministrator.svelte") },
  { path: "/register", load: () => import("./pages/Register.svelte") },
  { path: "/reset", load: () => import("./pages/ResetPassword.svelte") },
  { path: "/account", load: () => import("./pages/Account.svelte") },
  { path: "/tables/:table", whole: true, load: () => import("./pages/Table.svelte") },
  { path: "/tables/:table/board", bare: true, load: () => import("./pages/Board.svelte") },
  { path: "/tables/:table/history", load: () => import("./pages/History.svelte") },
  { path: "/tables/:table/rounds/:round", load: () => import("./pages/Round.svelte") },
  { path: "/tables/:table/proof", load: () => import("./pages/Proof.svelte") },
  { path: "/dealer", staff: true, load: () => import("./pages/DealerTables.svelte") },
  { path: "/dealer/:table", staff: true, work: true, load: () => import("./pages/Dealer.svelte") },
  { path: "/pit", staff: true, load: () => import("./pages/Pit.svelte") },
  { path: "/pit/:view", staff: true, load: () => import("./pages/Pit.svelte") },
  { path: "/cage", staff: true, load: () => import("./pages/Cage.svelte") },
  { path: "/odds", load: () => import("./pages/Odds.svelte") },
  { path: "/bets", load: () => import("./pages/SideBets.svelte") },
];

export function match(path: string, table: Route[] = routes): { route: Route; params: Params } | null {
  const parts = path.split("/").filter(Boolean);
  for (const route of table) {
    const wanted = route.path.split("/").filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const params: Params = {};
    const fits = wanted.every((want, at) => {
      const part = decoded(parts[at] ?? "");
      if (want.startsWith(":")) params[want.slice(1)] = part;
      return want.startsWith(":") || want === part;
    });
    if (fits) return { route, params };
  }
  return null;
}

/** A part of an address as it is meant; one that is none stays as it was typed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Place {
  path = $state(location.pathname);

  start(): void {
    addEventListener("popstate", () => (this.path = location.pathname));
    // Links stay links: a new tab or a middle click do what they always do.
    document.addEventListener("click", (click) => {
      if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey) return;
      const link = (click.target as Element | null)?.closest("a");
      if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
      if (!match(link.pathname)) return;
      if (link.pathname === location.pathname && link.hash) return;
      click.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.path = location.pathname;
    scrollTo(0, 0);
  }
}

export const place = new Place();
