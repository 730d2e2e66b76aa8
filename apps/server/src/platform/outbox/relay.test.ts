import { OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { prepareDatabase } from "#platform/db/for-tests";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { defineJob, handler, request } from "#platform/jobs/job";
import { type Jobs, startJobs } from "#platform/jobs/jobs";
import { defineEvent, emit, type Reaction, reaction, type SocketMessage } from "./events.ts";
import { type Relay, startRelay } from "./relay.ts";

const happened = defineEvent("test.happened", z.object({ number: z.number() }));
const followUp = defineJob("follow-up", z.object({ number: z.number(), text: z.string().optional() }));
const organizationId = OrganizationId.parse(v7());
const scope = organizationScope(organizationId);

const base = prepareDatabase();
let jobs: Jobs;
const done: number[] = [];

beforeAll(async () => {
  await inTransaction(base.db, scope, (tx) =>
    tx.insertInto("organization").values({ organization_id: organizationId, name: "Test" }).execute(),
  );
  const run = handler(followUp, async ({ number }) => void done.push(number));
  jobs = await startJobs({
    url: base.access.sessionUrl,
    handlers: [run],
    log: base.platform.log,
    supervise: false,
  });
  await jobs.work();
});

afterAll(() => jobs.stop(1000));

function happen(number: number): Promise<void> {
  return inTransaction(base.db, scope, (tx) =>
    emit(tx, happened, { organizationId, aggregateId: organizationId, payload: { number } }),
  );
}

/** Publishes to `seen`, which gets the first room of each message. */
function startTestRelay(reactions: readonly Reaction[], seen: string[]): Relay {
  const tellSockets = (messages: readonly SocketMessage[]) =>
    void seen.push(...messages.map(({ rooms }) => rooms[0] ?? ""));
  const { db, access, platform } = base;
  return startRelay({ db, url: access.sessionUrl, jobs, reactions, tellSockets, log: platform.log });
}

const messageTo = (room: string): SocketMessage => ({
  rooms: [room],
  event: "session.changed",
  payload: { ended: false },
});

test("committed events are published in order, and rolled back ones are not", async () => {
  const seen: string[] = [];
  const told = reaction({
    event: happened,
    jobs: ({ number }) => [request(followUp, { number })],
    sockets: ({ number }) => [messageTo(String(number))],
  });
  const relay = startTestRelay([told], seen);
  for (const number of [1, 2, 3]) await happen(number);
  await expect(
    inTransaction(base.db, scope, async (tx) => {
      await emit(tx, happened, { organizationId, aggregateId: organizationId, payload: { number: 99 } });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await happen(4);
  await expect.poll(() => [...done].sort()).toEqual([1, 2, 3, 4]);
  expect(seen).toEqual(["1", "2", "3", "4"]);
  await relay.stop();
});

test("an unreadable event is kept with its problem and blocks no others", async () => {
  const seen: string[] = [];
  const first = reaction({ event: happened, sockets: ({ number }) => [messageTo(`first ${number}`)] });
  const second = reaction({
    event: happened,
    sockets: ({ number }) => {
      if (number === 201) throw new Error("cannot be told");
      return [messageTo(`second ${number}`)];
    },
  });
  const relay = startTestRelay([first, second], seen);
  await base.owner.query(
    "insert into outbox (organization_id, event, aggregate_id, payload) values ($1, 'test.happened', $1, $2)",
    [organizationId, JSON.stringify({ number: "two hundred" })],
  );
  await happen(201);
  await happen(202);
  await expect.poll(() => seen).toEqual(["first 201", "first 202", "second 202"]);
  const kept = await base.owner.query(
    "select payload ->> 'number' as number, problem from outbox where problem is not null and published_at is not null order by outbox_id",
  );
  expect(kept.rows).toEqual([
    { number: "two hundred", problem: expect.stringContaining("number") },
    { number: "201", problem: "cannot be told" },
  ]);
  await relay.stop();
});

test("an event whose jobs the queue refuses is kept with the reason and blocks no others", async () => {
  const seen: string[] = [];
  const told = reaction({
    event: happened,
    // PostgreSQL keeps no zero character in a JSON text.
    jobs: ({ number }) => [request(followUp, { number, ...(number === 302 && { text: "\u0000" }) })],
    sockets: ({ number }) => [messageTo(String(number))],
  });
  const relay = startTestRelay([told], seen);
  await inTransaction(base.db, scope, async (tx) => {
    for (const number of [301, 302, 303])
      await emit(tx, happened, { organizationId, aggregateId: organizationId, payload: { number } });
  });
  await expect.poll(() => done.filter((number) => number > 300).sort()).toEqual([301, 303]);
  expect(seen).toEqual(["301", "302", "303"]);
  const kept = await base.owner.query(
    "select payload ->> 'number' as number, problem from outbox where problem like '%Unicode%' and published_at is not null",
  );
  expect(kept.rows).toEqual([{ number: "302", problem: expect.any(String) }]);
  await relay.stop();
});

test("an invalid payload fails its writer", async () => {
  const wrong = z.object({ number: z.any() }).parse({ number: "two hundred" });
  await expect(
    inTransaction(base.db, scope, (tx) =>
      emit(tx, happened, { organizationId, aggregateId: organizationId, payload: wrong }),
    ),
  ).rejects.toThrow(z.ZodError);
});

test("two relays publish an event once", async () => {
  const seen: string[] = [];
  const told = reaction({ event: happened, sockets: ({ number }) => [messageTo(String(number))] });
  const relays = [startTestRelay([told], seen), startTestRelay([told], seen)];
  await Promise.all(Array.from({ length: 50 }, (_, number) => happen(100 + number)));
  await expect.poll(() => seen.length).toBe(50);
  await Promise.all(relays.map((relay) => relay.stop()));
  expect(new Set(seen).size).toBe(50);
});

test("the application's role sees no row of another organisation, nor any without a scope", async () => {
  const other = organizationScope(OrganizationId.parse(v7()));
  const names = await inTransaction(base.db, other, (tx) => tx.selectFrom("organization").select("name").execute());
  expect(names).toEqual([]);
  const bare = await sql`select name from organization`.execute(base.db);
  expect(bare.rows).toEqual([]);
});
