/** Asking the server. What it refuses is a `Problem` with a sentence in the person's language. */
import type * as M from "$generated/messages";
import { say } from "$lib/words.svelte";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: string,
    text: string,
  ) {
    super(text);
  }
}

/** The server cannot be reached at all. */
export class Unreachable extends Error {}

/** A refusal as the server sends it. `reason` says why, without the list of what would be legal. */
type RefusalBody = M.Problem & { reason?: string | null };

type Query = Record<string, string | number | undefined>;

async function ask<Told>(
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Told> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch (cause) {
    throw new Unreachable(say("web.unreachable"), { cause });
  }
  if (response.ok) return (await response.json()) as Told;
  const problem = (await response.json().catch(() => null)) as RefusalBody | null;
  throw new Refusal(
    response.status,
    problem?.problem ?? "",
    problem?.reason ?? problem?.text ?? response.statusText,
  );
}

/** What is at a path. */
export function get<Told>(path: string, query: Query = {}): Promise<Told> {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  const wanted = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return ask<Told>("GET", wanted.size ? `${path}?${wanted}` : path);
}

/** Have something done. */
export function post<Told>(path: string, body?: unknown): Promise<Told> {
  return ask<Told>("POST", path, body);
}

/** Change something. */
export function patch<Told>(path: string, body: unknown): Promise<Told> {
  return ask<Told>("PATCH", path, body);
}

/** Have something be so from now on. */
export function put<Told>(path: string, body?: unknown): Promise<Told> {
  return ask<Told>("PUT", path, body);
}

/** Have something be no more. */
export function remove<Told>(path: string): Promise<Told> {
  return ask<Told>("DELETE", path);
}
