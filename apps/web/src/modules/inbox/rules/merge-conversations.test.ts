import type { ConversationRow } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ConversationList,
  type ConversationPage,
  listOf,
  unknownOf,
  withChanges,
  withPage,
  withRow,
} from "./merge-conversations.ts";

interface Stored {
  id: number;
  time: number;
  version: number;
  changed: number;
  fits: boolean;
}

const idOf = (id: number) => `c${String(id).padStart(3, "0")}` as ConversationId;
const row = ({ id, time, version }: Stored): ConversationRow =>
  ({
    conversationId: idOf(id),
    lastMessageTime: new Date(time * 1000).toISOString(),
    version,
  }) as unknown as ConversationRow;

const pageSize = 4;

/** A filtered list on the server; `fits`: whether a conversation matches the filter. */
function createServer() {
  const all: Stored[] = [];
  let clock = 0;
  const latestFirst = () =>
    all.filter(({ fits }) => fits).sort((a, b) => b.time - a.time || (idOf(a.id) < idOf(b.id) ? 1 : -1));
  return {
    all,
    version: () => clock,
    add: (fits: boolean) => {
      clock += 1;
      // Two at the same moment, so that the id decides.
      all.push({ id: all.length, time: Math.floor(clock / 2), version: 1, changed: clock, fits });
    },
    message: (index: number) => touch(all[index % Math.max(1, all.length)], { time: Math.floor(++clock / 2) }),
    refit: (index: number, fits: boolean) => {
      clock += 1;
      touch(all[index % Math.max(1, all.length)], { fits });
    },
    page: (cursor: string | null, size = pageSize): ConversationPage => {
      const rows = latestFirst();
      const from = cursor === null ? 0 : rows.findIndex((one) => placeOf(one) < cursor);
      const list = from < 0 ? [] : rows.slice(from, from + size);
      const last = list.at(-1);
      const more = last !== undefined && from + list.length < rows.length;
      return { list: list.map(row), nextCursor: more && last ? placeOf(last) : null, version: clock };
    },
    changes: (since: number) => ({
      matching: all.filter((one) => one.fits && one.changed > since).map(row),
      version: clock,
    }),
    gone: (known: readonly ConversationId[]) =>
      new Set(known.filter((id) => !all.some((one) => one.fits && idOf(one.id) === id))),
  };

  function touch(stored: Stored | undefined, change: Partial<Stored>): void {
    if (stored) Object.assign(stored, change, { version: stored.version + 1, changed: clock });
  }
}

const placeOf = ({ time, id }: Stored) => `${String(time).padStart(6, "0")}${idOf(id)}`;

const script = fc.array(
  fc.record({
    do: fc.constantFrom("add", "message", "refit", "page", "events", "reconnect"),
    index: fc.nat(40),
    fits: fc.boolean(),
  }),
  { maxLength: 60 },
);

describe("a list of conversations", () => {
  it("with every change applied equals a fresh read", () => {
    fc.assert(
      fc.property(fc.nat(20), script, (before, steps) => {
        const server = createServer();
        for (let index = 0; index < before; index += 1) server.add(index % 3 !== 0);
        let list = listOf(server.page(null));
        let told = new Map<ConversationId, number>();
        for (const step of steps) {
          if (step.do === "add") server.add(step.fits);
          if (step.do === "message") server.message(step.index);
          if (step.do === "refit") server.refit(step.index, step.fits);
          const touched = server.all.find(({ changed }) => changed === server.version());
          if (touched && ["add", "message", "refit"].includes(step.do)) told.set(idOf(touched.id), touched.version);
          if (step.do === "page" && list.cursor !== null) list = withPage(list, server.page(list.cursor));
          if (step.do === "reconnect") {
            list = caughtUp(list, server);
            told = new Map();
          }
          if (step.do === "events") {
            list = afterEvents(list, told, server);
            told = new Map();
          }
        }
        list = afterEvents(list, told, server);
        const fresh = server.page(null, Math.max(list.rows.length, 1));
        expect(list.rows.map(words)).toEqual(fresh.list.map(words));
      }),
      { numRuns: 500 },
    );
  });

  it("equals a fresh read even if events arrive late, out of order or twice", () => {
    const told = fc.record({
      do: fc.constantFrom("add", "message", "refit", "page", "hear", "hearAgain"),
      index: fc.nat(40),
      fits: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.nat(20), fc.array(told, { maxLength: 80 }), (before, steps) => {
        const server = createServer();
        for (let index = 0; index < before; index += 1) server.add(index % 3 !== 0);
        let list = listOf(server.page(null));
        const underWay: [ConversationId, number][] = [];
        for (const step of steps) {
          if (step.do === "page" && list.cursor !== null) list = withPage(list, server.page(list.cursor));
          if (step.do === "add") server.add(step.fits);
          if (step.do === "message") server.message(step.index);
          if (step.do === "refit") server.refit(step.index, step.fits);
          const touched = server.all.find(({ changed }) => changed === server.version());
          if (touched && ["add", "message", "refit"].includes(step.do))
            underWay.push([idOf(touched.id), touched.version]);
          const place = step.index % Math.max(1, underWay.length);
          const event = underWay[place];
          if (event && ["hear", "hearAgain"].includes(step.do)) list = afterEvents(list, new Map([event]), server);
          if (step.do === "hear") underWay.splice(place, 1);
        }
        for (const event of underWay) list = afterEvents(list, new Map([event]), server);
        const fresh = server.page(null, Math.max(list.rows.length, 1));
        expect(list.rows.map(words)).toEqual(fresh.list.map(words));
      }),
      { numRuns: 1000 },
    );
  });

  it("leaves rows beyond its loaded part to the page that loads them", () => {
    const stored = (id: number, time: number): Stored => ({ id, time, version: 1, changed: 0, fits: true });
    const list = listOf({ list: [row(stored(9, 9)), row(stored(8, 8))], nextCursor: "next", version: 1 });
    const changed = withChanges(list, {
      matching: [row({ ...stored(3, 3), version: 2 }), row({ ...stored(8, 10), version: 2 })],
      gone: new Set(),
      version: 2,
    });
    expect(changed.rows.map(({ conversationId }) => conversationId)).toEqual([idOf(8), idOf(9)]);
  });

  it("does not request what it already knows", () => {
    const list = listOf({ list: [row({ id: 1, time: 1, version: 5, changed: 0, fits: true })], version: 1 });
    const told = new Map([
      [idOf(1), 5],
      [idOf(2), 1],
    ]);
    expect([...unknownOf(list, told).keys()]).toEqual([idOf(2)]);
  });

  it("shows a change of a row without moving it", () => {
    const list = listOf({ list: [row({ id: 1, time: 1, version: 5, changed: 0, fits: true })], version: 1 });
    expect(withRow(list, idOf(1), { unreadCount: 0 }).rows[0]).toMatchObject({ unreadCount: 0, version: 5 });
    expect(withRow(list, idOf(2), { unreadCount: 0 })).toBe(list);
  });
});

const words = ({ conversationId, version }: ConversationRow) => `${conversationId}@${version}`;

/** As `updateList` does it. */
function afterEvents(
  list: ConversationList,
  told: ReadonlyMap<ConversationId, number>,
  server: ReturnType<typeof createServer>,
): ConversationList {
  const news = unknownOf(list, told);
  if (news.size === 0) return list;
  const changes = server.changes(list.version);
  const matching = new Set(changes.matching.map(({ conversationId }) => conversationId));
  const gone = new Set([...news.keys()].filter((id) => !matching.has(id)));
  return withChanges(list, { matching: changes.matching, gone, version: changes.version });
}

/** As `catchUpList` does it. */
function caughtUp(list: ConversationList, server: ReturnType<typeof createServer>): ConversationList {
  const changes = server.changes(list.version);
  const gone = server.gone(list.rows.map(({ conversationId }) => conversationId));
  return withChanges(list, { matching: changes.matching, gone, version: changes.version });
}
