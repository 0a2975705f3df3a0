/** Requests to the server. */
import type * as M from "$generated/messages";
import { say } from "$lib/words.svelte";

/** The event that a refusal says the user is suspended. */
export const SUSPENDED = "palatine:suspended";

/** A request that the server refused, with a sentence in the user's language. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    /** The key of the refusal, such as `people.wrong_password`. */
    readonly problem: string,
    text: string,
  ) {
    super(text);
    if (problem.startsWith("people.suspended")) dispatchEvent(new Event(SUSPENDED));
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

type Query = Record<string, string | number | undefined>;

async function request<Data>(
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Data> {
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
  if (response.ok) return (await response.json()) as Data;
  const refusal = (await response.json().catch(() => null)) as M.Problem | null;
  throw new Refusal(
    response.status,
    refusal?.problem ?? "",
    refusal?.reason ?? refusal?.text ?? response.statusText,
  );
}

export function get<Data>(path: string, query: Query = {}): Promise<Data> {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined,
  );
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return request<Data>("GET", parameters.size ? `${path}?${parameters}` : path);
}

export function post<Data>(path: string, body?: unknown): Promise<Data> {
  return request<Data>("POST", path, body);
}

export function patch<Data>(path: string, body: unknown): Promise<Data> {
  return request<Data>("PATCH", path, body);
}

export function put<Data>(path: string, body?: unknown): Promise<Data> {
  return request<Data>("PUT", path, body);
}

export function remove<Data>(path: string): Promise<Data> {
  return request<Data>("DELETE", path);
}
