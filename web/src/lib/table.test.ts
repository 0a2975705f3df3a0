import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Refused, TableView } from "$generated/messages";

/** A socket whose server is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = FakeSocket.OPEN;
  sent: { id: number; type: string }[] = [];
  onmessage: (event: { data: string }) => void = () => {};

  constructor(readonly address: string) {
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  receive(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  close(): void {}
}

vi.stubGlobal("WebSocket", FakeSocket);
vi.stubGlobal("window", globalThis);
vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("removeEventListener", () => {});
vi.stubGlobal("document", {
  visibilityState: "visible",
  addEventListener: () => {},
  removeEventListener: () => {},
});
vi.stubGlobal("location", { protocol: "http:", host: "localhost" });

const { LiveTable } = await import("./table.svelte");
const { notices } = await import("./notices.svelte");

const VIEW = {
  id: "abc",
  seq: 4,
  ply: 3,
  status: "playing",
  turn: 0,
  seats: [{ kind: "person", person: "me", bot: null, name: "Ada" }],
  moves: [[7, "claim 7"]],
} as unknown as TableView;

/** Return a table at which `me` is to decide, as seen by `you`. */
function tableOf(you: string) {
  const table = new LiveTable("abc");
  FakeSocket.last.receive({ type: "state", table: VIEW, entries: [], chat: [], here: [], you });
  return table;
}

function refuse(more: Partial<Refused> & { reason?: string | null }): void {
  const { sent } = FakeSocket.last;
  FakeSocket.last.receive({ type: "refused", id: sent.at(-1)!.id, problem: "server.not_legal", ...more });
}

describe("a connection that the server cannot serve", () => {
  it("shows the server's sentence", () => {
    notices.shown = [];
    const table = new LiveTable("abc");
    FakeSocket.last.receive({
      type: "refused",
      id: null,
      problem: "server.storage_away",
      text: "No database.",
    });
    expect(notices.shown).toMatchObject([{ text: "No database.", kind: "problem" }]);
    table.close();
  });
});

describe("explaining an illegal decision", () => {
  let table: InstanceType<typeof LiveTable>;

  beforeEach(() => (notices.shown = []));
  afterEach(() => table.close());

  it("shows the reason of the server as an ordinary notice", async () => {
    table = tableOf("me");
    const explained = table.explain(12);
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "decide", ply: 3, decision: 12 });
    refuse({ text: "c4 is not Available. Legal: claim 7.", reason: "c4 is not Available." });
    await explained;
    expect(notices.shown).toMatchObject([{ text: "c4 is not Available.", kind: "news" }]);
  });

  it("shows the whole sentence where there is no reason", async () => {
    table = tableOf("me");
    const explained = table.explain(12);
    refuse({ text: "Not legal now." });
    await explained;
    expect(notices.shown.map(({ text }) => text)).toEqual(["Not legal now."]);
  });

  it("shows the same reason once", async () => {
    table = tableOf("me");
    for (let click = 0; click < 2; click++) {
      const explained = table.explain(12);
      refuse({ text: "Not legal now." });
      await explained;
    }
    expect(notices.shown).toHaveLength(1);
  });

  it("never sends a legal decision", async () => {
    table = tableOf("me");
    await table.explain(7);
    expect(FakeSocket.last.sent).toEqual([]);
  });

  it("does nothing if I am not to decide", async () => {
    table = tableOf("other");
    await table.explain(12);
    expect(FakeSocket.last.sent).toEqual([]);
  });
});
