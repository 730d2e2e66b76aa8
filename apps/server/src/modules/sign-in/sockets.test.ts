import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { socketPath } from "@homeroom/contract/sockets";
import type { FastifyInstance } from "fastify";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import type { Jobs } from "#platform/jobs/jobs";
import { type Relay, startRelay } from "#platform/outbox/relay";
import { joinByDatabase } from "#platform/realtime/joined-processes";
import { type Realtime, startRealtime } from "#platform/realtime/realtime";
import { buildSession, callApi, serveModules } from "./for-tests.ts";
import { authenticator, signInModule } from "./public.ts";

const http = createServer();
const noJobs: Jobs = { enqueue: async () => undefined, work: async () => undefined, stop: async () => undefined };
let base: TestDatabase;
let app: FastifyInstance;
let realtime: Realtime;
let relay: Relay;

beforeAll(async () => {
  base = await createTestDatabase();
  const { db, access, platform } = base;
  const module = signInModule(platform);
  app = await serveModules(platform, [module]);
  const url = access.applicationUrl;
  const joined = await joinByDatabase(url, platform.log);
  realtime = startRealtime({ http, joined, authenticate: authenticator(db), rooms: () => [], log: platform.log });
  const reactions = module.reactions ?? [];
  relay = startRelay({ db, url, jobs: noJobs, reactions, tellSockets: realtime.tell, log: platform.log });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
}, 60_000);

afterAll(async () => {
  await relay.stop();
  await realtime.close();
  await app.close();
  await base.close();
});

function connect(accessToken: string): Socket {
  const { port } = http.address() as AddressInfo;
  const options = { path: socketPath, auth: { accessToken }, transports: ["websocket"], reconnection: false };
  return io(`http://127.0.0.1:${port}`, options);
}

const heardBy = (socket: Socket, event: string) => new Promise((resolve) => socket.once(event, resolve));

test("signing out tells the session's sockets and closes them, and leaves the others alone", async () => {
  const organization = await buildOrganization(base.db);
  const account = await buildAccount(base.db, organization);
  const [leaving, staying] = [
    await buildSession(base.db, organization, account),
    await buildSession(base.db, organization, account),
  ];
  const [first, second] = [connect(leaving), connect(staying)];
  await Promise.all([heardBy(first, "connect"), heardBy(second, "connect")]);
  const heard: unknown[] = [];
  second.on("session.changed", (payload) => heard.push(payload));

  const told = heardBy(first, "session.changed");
  const closed = heardBy(first, "disconnect");
  expect((await callApi(app, "GET /api_sso/Login/LoginOut", { token: leaving })).status).toBe(200);
  expect(await told).toEqual({ ended: true });
  await closed;
  expect(second.connected).toBe(true);
  expect(heard).toEqual([]);
  second.close();
});

test("a socket is let in with an open session's token alone", async () => {
  const organization = await buildOrganization(base.db);
  const token = await buildSession(base.db, organization, await buildAccount(base.db, organization));
  await callApi(app, "GET /api_sso/Login/LoginOut", { token });
  for (const bad of [token, "anonymous", ""]) {
    const socket = connect(bad);
    expect(await heardBy(socket, "connect_error")).toMatchObject({ message: "TOKEN_INVALID" });
    socket.close();
  }
});
