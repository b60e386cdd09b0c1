// The HTTP side: one function, typed by the OpenAPI document; a refusal is a value, not a surprise.
import type { Answers, Error as Refusal } from "./schema.ts";

export type Route = keyof Answers;
export type Result<T> = { ok: true; value: T } | { ok: false; error: Refusal; status: number };

/** Milliseconds that the server's clock is ahead of ours, as far as a Date header tells. */
export const clock = { ahead: 0 };

export async function ask<R extends Route>(
  route: R,
  given: { path?: Record<string, string | number>; query?: Record<string, string | number>; body?: unknown } = {},
): Promise<Result<Answers[R]>> {
  const [method = "GET", pattern = ""] = route.split(" ");
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given.path?.[name] ?? "")));
  return fetched<Answers[R]>(method, path, given.query, given.body);
}

/** Ask for something that the document of this server may not describe yet. */
export async function fetched<T>(
  method: string,
  path: string,
  query: Record<string, string | number> = {},
  body?: unknown,
): Promise<Result<T>> {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  const init: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(search ? `${path}?${search}` : path, init);
  } catch {
    return { ok: false, status: 0, error: { code: "unreachable", message: "The house cannot be reached." } };
  }
  const date = Date.parse(answer.headers.get("date") ?? "");
  if (!Number.isNaN(date)) clock.ahead = date + 500 - Date.now();
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return { ok: true, value: said as T };
  const error = (said as { error?: Refusal } | null)?.error;
  return { ok: false, status: answer.status, error: error ?? { code: "unreadable", message: answer.statusText } };
}
