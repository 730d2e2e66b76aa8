import { once } from "node:events";
import { createServer } from "node:http";
import type { Socket } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { hashToken } from "#platform/auth/tokens";
import { prepareDatabase } from "#platform/db/for-tests";
import { organizationRoom } from "#platform/outbox/rooms";
import { joinByDatabase } from "#platform/realtime/database-adapter";
import { type Realtime, startRealtime } from "#platform/realtime/realtime";
import { buildSession } from "./for-tests.ts";
import { endedTokens, socketAuthenticator } from "./public.ts";
import { connectTo, receivedBy } from "./sockets-for-tests.ts";

const http = createServer();
/** How often each token was looked up. */
const lookUps = new Map<string, number>();
const base = prepareDatabase();
let realtime: Realtime;
let isAway = false;
let organization: TestOrganization;
let account: Awaited<ReturnType<typeof buildAccount>>;

beforeAll(async () => {
  const { db, access, platform } = base;
  const { log } = platform;
  const joined = await joinByDatabase(access.sessionUrl, log);
  const check = socketAuthenticator(db);
  // Only the sweep is set off by the test.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  realtime = startRealtime({
    http,
    joined,
    async authenticate(token) {
      const actor = await check(token);
      lookUps.set(token, (lookUps.get(token) ?? 0) + 1);
      return actor;
    },
    async findEnded(tokens) {
      if (!isAway) return endedTokens(db, tokens);
      isAway = false;
      throw new Error("Connection terminated unexpectedly");
    },
    rooms: () => [],
    log,
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
});

beforeEach(async () => {
  organization = await buildOrganization(base.db);
  account = await buildAccount(base.db, organization);
});

afterAll(async () => {
  vi.useRealTimers();
  await realtime.close();
});

const minutePasses = () => vi.advanceTimersByTime(60_000);

/** A socket of this session that has been admitted and confirmed: each looks the session up. */
async function connect(token: string): Promise<Socket> {
  const before = lookUps.get(token) ?? 0;
  const socket = connectTo(http, token);
  onTestFinished(() => void socket.close());
  await receivedBy(socket, "connect");
  await expect.poll(() => lookUps.get(token)).toBe(before + 2);
  return socket;
}

const change = (token: string, values: string) =>
  base.owner.query(`update session set ${values} where token_hash = $1`, [hashToken(token)]);

test.each([
  ["12 hours after its last use", "seen_at = now() - interval '12 hours'"],
  ["7 days after it began", "created_at = now() - interval '7 days'"],
])("a session's sockets are notified and closed %s, and refused from then on", async (_, expired) => {
  const token = await buildSession(base.db, organization, account);
  const sockets = [await connect(token), await connect(token)];
  const told = sockets.map((socket) => receivedBy(socket, "session.changed"));
  const closed = sockets.map((socket) => receivedBy(socket, "disconnect"));
  await change(token, expired);
  minutePasses();
  expect(await Promise.all(told)).toEqual([{ ended: true }, { ended: true }]);
  expect(await Promise.all(closed)).toEqual(["io server disconnect", "io server disconnect"]);
  for (const socket of sockets) {
    const refused = receivedBy(socket, "connect_error");
    socket.connect();
    expect(await refused).toMatchObject({ message: "TOKEN_INVALID" });
  }
});

test("a session in use keeps its sockets, and looking for expired ones does not count as use", async () => {
  const [expired, used] = [
    await buildSession(base.db, organization, account),
    await buildSession(base.db, organization, account),
  ];
  const [leaving, staying] = [await connect(expired), await connect(used)];
  const heard: unknown[] = [];
  staying.on("session.changed", (payload) => heard.push(payload));
  await change(expired, "seen_at = now() - interval '13 hours'");
  await change(used, "seen_at = now() - interval '11 hours', created_at = now() - interval '6 days'");
  const closed = receivedBy(leaving, "disconnect");
  minutePasses();
  await closed;
  // Arrives after everything that was sent before.
  const last = receivedBy(staying, "leads.changed");
  realtime.tell([{ rooms: [organizationRoom(organization.organizationId)], event: "leads.changed", payload: {} }]);
  await last;
  expect(heard).toEqual([]);
  const { rows } = await base.owner.query(
    "select seen_at < now() - interval '11 hours' as unused from session where token_hash = $1",
    [hashToken(used)],
  );
  expect(rows).toEqual([{ unused: true }]);
});

test("a browser that connects again does not keep its session from expiring", async () => {
  const token = await buildSession(base.db, organization, account);
  await change(token, "seen_at = now() - interval '11 hours'");
  const socket = await connect(token);
  const closed = receivedBy(socket, "disconnect");
  await change(token, "seen_at = seen_at - interval '1 hour'");
  minutePasses();
  expect(await closed).toBe("io server disconnect");
});

test("sockets of a deleted session are closed", async () => {
  const token = await buildSession(base.db, organization, account);
  const closed = receivedBy(await connect(token), "disconnect");
  await base.owner.query("delete from session where token_hash = $1", [hashToken(token)]);
  minutePasses();
  expect(await closed).toBe("io server disconnect");
});

test("sockets survive a database outage of less than a minute", async () => {
  const token = await buildSession(base.db, organization, account);
  const socket = await connect(token);
  await change(token, "seen_at = now() - interval '12 hours'");
  isAway = true;
  minutePasses();
  await expect.poll(() => isAway).toBe(false);
  expect(socket.connected).toBe(true);
  const closed = receivedBy(socket, "disconnect");
  minutePasses();
  expect(await closed).toBe("io server disconnect");
});
