// The HTTP side: one function, typed by the OpenAPI document; a refusal is a value, not a surprise.
import { say } from "$/i18n/text.svelte.ts";
import type { Error as Refusal, paths } from "./schema.ts";

type Method = "get" | "post" | "patch" | "delete";

/** A method and a path of the document: "GET /api/tables/{table}". */
export type Route = {
  [P in keyof paths]: { [M in Method]: paths[P][M] extends object ? `${Uppercase<M>} ${P}` : never }[Method];
}[keyof paths];

type Operation<R extends Route> = R extends `${infer M} ${infer P extends keyof paths}`
  ? paths[P][Lowercase<M> & keyof paths[P]]
  : never;
type Answer<R extends Route> = Operation<R> extends { responses: { 200: { content: { "application/json": infer T } } } } ? T : unknown;
type Given<R extends Route> = (Operation<R> extends { parameters: { path: infer T } } ? { path: T } : { path?: never }) &
  (Operation<R> extends { requestBody: { content: { "application/json": infer T } } } ? { body: T } : { body?: never }) &
  (Operation<R> extends { parameters: { query?: infer T } } ? { query?: NonNullable<T> } : { query?: never });

export type Result<T> = { ok: true; value: T } | { ok: false; error: Refusal; status: number; body?: unknown };

/** Milliseconds that the server's clock is ahead of ours, as far as a Date header tells. */
export const clock = { ahead: 0 };

export async function ask<R extends Route>(
  route: R,
  ...[given]: Record<string, never> extends Given<R> ? [given?: Given<R>] : [given: Given<R>]
): Promise<Result<Answer<R>>> {
  const [method = "GET", pattern = ""] = route.split(" ");
  const names = new Map<string, unknown>(Object.entries(given?.path ?? {}));
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(names.get(name) ?? "")));
  return fetched<Answer<R>>(method, path, given?.query, given?.body);
}

/** Asks who is acting, where the staff have only been watching; false: they gave it up. A page of the staff sets it. */
export const resuming: { ask?: (() => Promise<boolean>) | undefined } = {};

/** Told when an answer says that nobody is signed in here any more. The session sets it. */
export const signedOut: { heard?: (() => void) | undefined } = {};

/** Ask for something that the document of this server may not describe yet. */
export async function fetched<T>(method: string, path: string, query: object = {}, body?: unknown): Promise<Result<T>> {
  const answer = await fetchedOnce<T>(method, path, query, body);
  if (!answer.ok && answer.error.code === "not_signed_in" && path !== "/api/me") signedOut.heard?.();
  if (answer.ok || answer.error.code !== "pin_needed" || !(await resuming.ask?.())) return answer;
  return fetchedOnce<T>(method, path, query, body);
}

async function fetchedOnce<T>(
  method: string,
  path: string,
  query: object = {},
  body?: unknown,
): Promise<Result<T>> {
  const entries = Object.entries(query).flatMap(([key, value]) => [value].flat().map((each) => [key, String(each)]));
  const search = new URLSearchParams(entries).toString();
  const init: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(search ? `${path}?${search}` : path, init);
  } catch {
    return { ok: false, status: 0, error: { code: "unreachable", message: say("app.unreachable") } };
  }
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (!Number.isNaN(date)) clock.ahead = date + 500 - Date.now();
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return { ok: true, value: said as T };
  const error = (said as { error?: Refusal } | null)?.error;
  return { ok: false, status: answer.status, body: said, error: error ?? { code: "unreadable", message: say("app.unreadable", { status: answer.status }) } };
}
