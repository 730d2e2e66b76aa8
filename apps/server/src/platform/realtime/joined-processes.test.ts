import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { AccountId, BranchId, LeadId, OrganizationId } from "@homeroom/contract/ids";
import { socketPath } from "@homeroom/contract/sockets";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Actor } from "#platform/auth/actor";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import { createLog } from "#platform/log/log";
import { type JoinedProcesses, joinByDatabase, joinByRedis } from "./joined-processes.ts";
import { type Realtime, startRealtime } from "./realtime.ts";
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
  ["the database", () => joinByDatabase(base.access.applicationUrl, log)],
  ["Redis", () => joinByRedis(redis.url, log)],
])("processes joined by %s", (_, join) => {
  test("a worker without sockets tells the sockets of another process", async () => {
    const { worker, socket } = await startTwo(join);
    const heard = heardBy(socket, "lead.changed");
    await tellUntil(worker, heard);
    expect(await heard).toEqual({ leadId, version: 3 });
  });

  test("a session that ended is told and cut off in the other process", async () => {
    const { worker, socket } = await startTwo(join);
    await tellUntil(worker, heardBy(socket, "lead.changed"));
    const told = heardBy(socket, "session.changed");
    const gone = heardBy(socket, "disconnect");
    worker.tell([{ rooms: [`session:${actor.sessionId}`], event: "session.changed", payload: { ended: true } }]);
    expect(await told).toEqual({ ended: true });
    expect(await gone).toBe("io server disconnect");
  });
});

test("a Redis that comes back joins them again", async () => {
  const { worker, socket } = await startTwo(() => joinByRedis(redis.url, log));
  await tellUntil(worker, heardBy(socket, "lead.changed"));
  redis.breakConnections();
  const heard = heardBy(socket, "lead.changed");
  await tellUntil(worker, heard);
  expect(await heard).toEqual({ leadId, version: 3 });
});

test("a Redis that is not there stops the start with one line", async () => {
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

const heardBy = (socket: Socket, event: string) => new Promise<unknown>((resolve) => void socket.once(event, resolve));

/** An api process with one socket open, and a worker process. */
async function startTwo(join: () => Promise<JoinedProcesses>): Promise<{ worker: Realtime; socket: Socket }> {
  const http = createServer();
  const around = { authenticate: async () => actor, rooms: () => [], log };
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
  await heardBy(socket, "connect");
  return { worker, socket };
}

/** An adapter says nothing when it has begun to listen, so what is told is told again until it is heard. */
async function tellUntil(worker: Realtime, heard: Promise<unknown>): Promise<void> {
  const rooms = [`account:${actor.accountId}`];
  const tell = () => worker.tell([{ rooms, event: "lead.changed", payload: { leadId, version: 3 } }]);
  const again = setInterval(tell, 100);
  await heard.finally(() => clearInterval(again));
}
