import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AccountId, BranchId, LeadId, OrganizationId } from "@homeroom/contract/ids";
import { socketPath } from "@homeroom/contract/sockets";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Actor } from "#platform/auth/actor";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { startTcpProxy } from "#platform/db/tcp-proxy-for-tests";
import { createLog } from "#platform/log/log";
import type { SocketMessage } from "#platform/outbox/events";
import { accountRoom, sessionRoom } from "#platform/outbox/rooms";
import { joinByDatabase } from "./database-adapter.ts";
import { type JoinedProcesses, joinByRedis } from "./joined-processes.ts";
import { type Realtime, type RealtimeParts, startRealtime } from "./realtime.ts";
import { startTestRedis, type TestRedis } from "./redis-for-tests.ts";

const log = createLog("silent", "test");
const leadId = LeadId.parse("0199a0de-0000-7000-8000-000000000009");
let base: TestDatabase;
let redis: TestRedis;

beforeAll(async () => {
  [base, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
});

afterAll(async () => {
  await base.close();
  await redis.close();
});

describe.each([
  ["the database", () => joinByDatabase(base.access.sessionUrl, log)],
  ["Redis", () => joinByRedis(redis.url, log)],
])("processes joined by %s", (_, join) => {
  test("a worker without sockets notifies the sockets of another process", async () => {
    const { worker, socket } = await startTwo(join);
    const heard = receivedBy(socket, "lead.changed");
    await emitUntil(worker, heard);
    expect(await heard).toEqual({ leadId, version: 3 });
  });

  test("the sockets of an ended session are notified and closed in the other process", async () => {
    const { worker, socket } = await startTwo(join);
    await emitUntil(worker, receivedBy(socket, "lead.changed"));
    const told = receivedBy(socket, "session.changed");
    const gone = receivedBy(socket, "disconnect");
    worker.tell([
      {
        rooms: [sessionRoom(actor.organizationId, actor.sessionId)],
        event: "session.changed",
        payload: { ended: true },
      },
    ]);
    expect(await told).toEqual({ ended: true });
    expect(await gone).toBe("io server disconnect");
  });
});

test("processes reconnect each time the database breaks their connections", async () => {
  const { worker, api, socket } = await startTwo(() => joinByDatabase(base.access.sessionUrl, log));
  for (const version of [1, 2, 3, 4, 5]) {
    await breakConnections();
    await expect.poll(() => api.isJoined()).toBe(true);
    const heard = new Promise<unknown>((resolve) => {
      socket.on("lead.changed", (payload: { version: number }) => payload.version === version && resolve(payload));
    });
    worker.tell([
      {
        rooms: [accountRoom(actor.organizationId, actor.accountId)],
        event: "lead.changed",
        payload: { leadId, version },
      },
    ]);
    expect(await heard).toEqual({ leadId, version });
  }
  expect(socket.connected).toBe(true);
});

test("messages of any length arrive once, whole and in order", async () => {
  const { worker, socket } = await startTwo(() => joinByDatabase(base.access.sessionUrl, log));
  const heard: string[] = [];
  const all = new Promise<void>((resolve) => {
    socket.on("choices.changed", ({ list }: { list: string }) => heard.push(list) === 40 && resolve());
  });
  const lists = Array.from({ length: 40 }, (_, place) => `${place}${"課".repeat(place % 4 === 0 ? 4000 : 1)}`);
  const rooms = [accountRoom(actor.organizationId, actor.accountId)];
  for (const list of lists) worker.tell([{ rooms, event: "choices.changed", payload: { list } }]);
  await all;
  expect(heard).toEqual(lists);
});

test("after an interruption the sockets receive what was published meanwhile", async () => {
  const asked: number[] = [];
  const readMissed = async (seconds: number): Promise<SocketMessage[]> => {
    asked.push(seconds);
    if (asked.length === 1) throw new Error("The database is away once more");
    return [
      {
        rooms: [accountRoom(actor.organizationId, actor.accountId)],
        event: "lead.changed",
        payload: { leadId, version: 8 },
      },
    ];
  };
  const { socket } = await startTwo(() => joinByDatabase(base.access.sessionUrl, log), { readMissed });
  const heard = receivedBy(socket, "lead.changed");
  await breakConnections();
  expect(await heard).toEqual({ leadId, version: 8 });
  expect(asked[1]).toBeGreaterThan(asked[0] ?? 0);
});

test("a socket stays while its session cannot be confirmed because the database is down", async () => {
  const answers = [actor, new Error("Connection terminated unexpectedly"), actor];
  const { api, worker, socket } = await startTwo(() => joinByDatabase(base.access.sessionUrl, log), {
    authenticate: async () => {
      const answer = answers.shift() ?? actor;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  await expect.poll(() => answers.length).toBe(0);
  const heard = receivedBy(socket, "leads.changed");
  worker.tell([{ rooms: [accountRoom(actor.organizationId, actor.accountId)], event: "leads.changed", payload: {} }]);
  expect(await heard).toEqual({});
  expect(api.socketCount()).toBe(1);
});

test("an unresponsive database does not keep a process from closing", async () => {
  const line = await startTcpProxy(base.access.sessionUrl);
  onTestFinished(() => line.close());
  const joined = await joinByDatabase(line.url, log);
  const process = startRealtime({ joined, authenticate: async () => actor, rooms: () => [], log });
  line.stall();
  process.tell([{ rooms: [accountRoom(actor.organizationId, actor.accountId)], event: "leads.changed", payload: {} }]);
  await expect(process.close()).resolves.toBeUndefined();
});

/** Ends every connection that joins the processes, as a restart of the database does, until all of them listen again. */
async function breakConnections(): Promise<void> {
  const ended = await listenerIds();
  expect(ended).toHaveLength(2);
  await base.superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name in ('homeroom sockets', 'homeroom publisher')`,
  );
  await expect.poll(async () => (await listenerIds()).filter((pid) => !ended.includes(pid)).length).toBe(ended.length);
}

/** The connections that listen. Their last statement is LISTEN or, after ten seconds, the heartbeat. */
async function listenerIds(): Promise<number[]> {
  const { rows } = await base.superuser.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database()
     and application_name = 'homeroom sockets' and state = 'idle' and (query ilike 'listen%' or query = 'select 1')`,
  );
  return rows.map(({ pid }) => pid);
}

test("processes reconnect when Redis is back", async () => {
  const { worker, socket } = await startTwo(() => joinByRedis(redis.url, log));
  await emitUntil(worker, receivedBy(socket, "lead.changed"));
  redis.breakConnections();
  const heard = receivedBy(socket, "lead.changed");
  await emitUntil(worker, heard);
  expect(await heard).toEqual({ leadId, version: 3 });
});

test("a missing Redis stops the start with one line", async () => {
  await expect(joinByRedis("redis://127.0.0.1:1", log)).rejects.toThrow(
    /^Setting REDIS_URL is wrong: no Redis answers/,
  );
});

const actor = {
  accountId: AccountId.parse("0199a0de-0000-7000-8000-000000000001"),
  organizationId: OrganizationId.parse("0199a0de-0000-7000-8000-000000000002"),
  branchId: BranchId.parse("0199a0de-0000-7000-8000-000000000003"),
  sessionId: "0199a0de-0000-7000-8000-000000000004",
} as Actor;

const receivedBy = (socket: Socket, event: string) =>
  new Promise<unknown>((resolve) => void socket.once(event, resolve));

/** An api process with one socket open, and a worker process. */
async function startTwo(
  join: () => Promise<JoinedProcesses>,
  others: Partial<RealtimeParts> = {},
): Promise<{ worker: Realtime; api: Realtime; socket: Socket }> {
  const http = createServer();
  const around = { authenticate: async () => actor, rooms: () => [], readMissed: async () => [], log, ...others };
  const api = startRealtime({ http, joined: await join(), ...around });
  const worker = startRealtime({ joined: await join(), ...around });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: socketPath,
    auth: { accessToken: "any" },
    transports: ["websocket"],
    reconnection: false,
  });
  onTestFinished(async () => {
    socket.close();
    await worker.close();
    await api.close();
  });
  await receivedBy(socket, "connect");
  return { worker, api, socket };
}

/** Redis' adapter says nothing when it has begun to listen, so what is told is told again until it is heard. */
async function emitUntil(worker: Realtime, heard: Promise<unknown>): Promise<void> {
  const rooms = [accountRoom(actor.organizationId, actor.accountId)];
  const tell = () => worker.tell([{ rooms, event: "lead.changed", payload: { leadId, version: 3 } }]);
  const again = setInterval(tell, 100);
  await heard.finally(() => clearInterval(again));
}
