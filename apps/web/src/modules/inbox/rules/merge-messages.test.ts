import type { MessageRow } from "@homeroom/contract/chat";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type MessagePage,
  type Thread,
  threadOf,
  withChanges,
  withMessage,
  withNewer,
  withOlder,
} from "./merge-messages.ts";

const row = (position: number, version: number): MessageRow =>
  ({ messageId: `m${position}`, position, version, text: `${position}@${version}` }) as unknown as MessageRow;

/** A conversation on the server: every change raises its version, as the server's lock on it does. */
function createServer() {
  const rows: MessageRow[] = [];
  let version = 0;
  return {
    add: () => void rows.push(row(rows.length + 1, ++version)),
    change: (index: number) => {
      const found = rows[index % Math.max(1, rows.length)];
      if (found) rows[rows.indexOf(found)] = row(found.position, ++version);
    },
    latest: (size: number): MessagePage => ({
      list: rows.slice(-size),
      hasMore: rows.length > size,
      hasNewer: false,
      version,
    }),
    around: (position: number, size: number): MessagePage => {
      const list = rows.filter((one) => Math.abs(one.position - position) <= size);
      const [first, last] = [list[0]?.position ?? 0, list.at(-1)?.position ?? 0];
      return { list, hasMore: first > 1, hasNewer: last < rows.length, version };
    },
    after: (position: number, size: number): MessagePage => {
      const newer = rows.filter((one) => one.position > position);
      return { list: newer.slice(0, size), hasMore: true, hasNewer: newer.length > size, version };
    },
    before: (position: number, size: number): MessagePage => {
      const older = rows.filter((one) => one.position < position);
      return { list: older.slice(-size), hasMore: older.length > size, hasNewer: true, version };
    },
    since: (known: number): MessagePage => ({
      list: rows.filter((one) => one.version > known),
      hasMore: false,
      hasNewer: false,
      version,
    }),
    any: (index: number) => rows[index % Math.max(1, rows.length)],
  };
}

interface Step {
  do: "add" | "change" | "older" | "askOlder" | "takeOlder" | "changes" | "askChanges" | "takeChanges" | "answer";
  /** For `change` and `answer`: which message. */
  index: number;
}

const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom(
      "add",
      "change",
      "older",
      "askOlder",
      "takeOlder",
      "changes",
      "askChanges",
      "takeChanges",
      "answer",
    ),
    index: fc.nat(20),
  }),
  { minLength: 10, maxLength: 80 },
);

describe("a thread", () => {
  it("with every change applied equals a fresh read, in any order of pages and changes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 20 }), steps, (before, script) => {
        const server = createServer();
        for (let index = 0; index < before; index += 1) server.add();
        let thread = threadOf(server.latest(5));
        // Answers in flight: read at one moment, applied at a later one.
        let olderUnderWay: MessagePage | null = null;
        let changesUnderWay: MessagePage | null = null;
        const oldest = () => thread.messages[0]?.position ?? 0;
        for (const step of script) {
          if (step.do === "add") server.add();
          if (step.do === "change") server.change(step.index);
          if (step.do === "older" && thread.hasOlder) thread = withOlder(thread, server.before(oldest(), 5));
          if (step.do === "askOlder" && thread.hasOlder && !olderUnderWay) olderUnderWay = server.before(oldest(), 5);
          if (step.do === "takeOlder" && olderUnderWay) {
            thread = withOlder(thread, olderUnderWay);
            olderUnderWay = null;
          }
          if (step.do === "older") olderUnderWay = null;
          if (step.do === "changes") thread = withChanges(thread, server.since(thread.version));
          if (step.do === "askChanges") changesUnderWay = server.since(thread.version);
          // One request at a time per conversation: no page is applied in between (see turns.ts).
          if (step.do === "takeChanges" && changesUnderWay) thread = withChanges(thread, changesUnderWay);
          if (step.do === "takeChanges" || step.do === "older" || step.do === "takeOlder") changesUnderWay = null;
          const answered = step.do === "answer" ? server.any(step.index) : undefined;
          if (answered && answered.position >= oldest()) thread = withMessage(thread, answered);
        }
        thread = withChanges(thread, server.since(thread.version));
        expectFresh(thread, server.latest(Math.max(thread.messages.length, 5)));
      }),
      { numRuns: 1500 },
    );
  });

  it("around a message grows to the conversation's end without a gap, whatever else happens", () => {
    const actions = fc.array(
      fc.record({ do: fc.constantFrom("add", "change", "changes", "newer"), index: fc.nat(40) }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 30 }), fc.nat(30), actions, (before, at, script) => {
        const server = createServer();
        for (let index = 0; index < before; index += 1) server.add();
        let thread = threadOf(server.around((at % before) + 1, 2));
        const grow = () => {
          if (thread.hasNewer) thread = withNewer(thread, server.after(thread.messages.at(-1)?.position ?? 0, 3));
        };
        for (const step of script) {
          if (step.do === "add") server.add();
          if (step.do === "change") server.change(step.index);
          if (step.do === "changes") thread = withChanges(thread, server.since(thread.version));
          if (step.do === "newer") grow();
        }
        while (thread.hasNewer) grow();
        thread = withChanges(thread, server.since(thread.version));
        const fresh = server.latest(thread.messages.length);
        expect(thread.messages.map(({ text }) => text)).toEqual(fresh.list.map(({ text }) => text));
      }),
      { numRuns: 500 },
    );
  });

  it("leaves a change before its start to the page that loads it", () => {
    const thread: Thread = { messages: [row(5, 5), row(6, 6)], hasOlder: true, hasNewer: false, version: 6 };
    const changed = withChanges(thread, { list: [row(2, 7), row(5, 8)], version: 8 });
    expect(changed.messages).toEqual([row(5, 8), row(6, 6)]);
    expect(changed.version).toBe(8);
  });

  it("requests again what an older page was too early to include", () => {
    const thread: Thread = { messages: [row(5, 5)], hasOlder: true, hasNewer: false, version: 9 };
    const read = withOlder(thread, { list: [row(4, 4)], hasMore: false, hasNewer: true, version: 7 });
    expect(read.version).toBe(7);
  });

  it("never goes back to an older state of a message", () => {
    const thread: Thread = { messages: [row(1, 9)], hasOlder: false, hasNewer: false, version: 9 };
    expect(withMessage(thread, row(1, 3)).messages).toEqual([row(1, 9)]);
  });

  it("is not up to date just because one message is", () => {
    const thread: Thread = { messages: [row(1, 1)], hasOlder: false, hasNewer: false, version: 1 };
    expect(withMessage(thread, row(3, 3))).toEqual({
      messages: [row(1, 1), row(3, 3)],
      hasOlder: false,
      hasNewer: false,
      version: 1,
    });
  });
});

function expectFresh(thread: Thread, page: MessagePage): void {
  expect(thread.messages.map(({ text }) => text)).toEqual(page.list.map(({ text }) => text));
  expect(thread.hasOlder).toBe(page.hasMore);
}
