import { once } from "node:events";
import { createServer } from "node:http";
import type { AccountId, OrganizationId } from "@homeroom/contract/ids";
import type { SocketPayload } from "@homeroom/contract/sockets";
import type { FastifyInstance } from "fastify";
import type { Socket } from "socket.io-client";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { type Actor, can } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import type { Jobs } from "#platform/jobs/jobs";
import { type Relay, readLateMessages, startRelay } from "#platform/outbox/relay";
import { accountRoom, organizationRoom } from "#platform/outbox/rooms";
import { joinByDatabase } from "#platform/realtime/database-adapter";
import { type Realtime, startRealtime } from "#platform/realtime/realtime";
import { buildSession, callApi, serveModules } from "./for-tests.ts";
import { rightsChanged, signInModule, socketAuthenticator } from "./public.ts";
import { connectTo, receivedBy } from "./sockets-for-tests.ts";

const http = createServer();
const noJobs: Jobs = { enqueue: async () => undefined, work: async () => undefined, stop: async () => undefined };
const base = prepareDatabase();
let app: FastifyInstance;
let realtime: Realtime;
let relay: Relay;

beforeAll(async () => {
  const { db, access, platform } = base;
  const module = signInModule(platform);
  app = await serveModules(platform, [module]);
  const url = access.sessionUrl;
  const joined = await joinByDatabase(url, platform.log);
  const rooms = (actor: Actor) => (can(actor, "crm:lead:all") ? [`leads:${actor.branchId}`] : []);
  const reactions = module.reactions ?? [];
  const readLate = (since: Parameters<typeof readLateMessages>[2]) => readLateMessages(db, reactions, since);
  realtime = startRealtime({ http, joined, authenticate: socketAuthenticator(db), rooms, readLate, log: platform.log });
  relay = startRelay({ db, url, jobs: noJobs, reactions, tellSockets: realtime.tell, log: platform.log });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
});

afterAll(async () => {
  await relay.stop();
  await realtime.close();
  await app.close();
});

const connect = (token: string, rightsReadMsAgo?: number) => connectTo(http, token, rightsReadMsAgo);

const published = (organizationId: OrganizationId) =>
  expect
    .poll(async () => {
      const waiting = "select from outbox where organization_id = $1 and published_at is null";
      return (await base.owner.query(waiting, [organizationId])).rowCount;
    })
    .toBe(0);

test("signing out notifies and closes the session's sockets, and no others", async () => {
  const organization = await buildOrganization(base.db);
  const account = await buildAccount(base.db, organization);
  const [leaving, staying] = [
    await buildSession(base.db, organization, account),
    await buildSession(base.db, organization, account),
  ];
  const [first, second] = [connect(leaving), connect(staying)];
  await Promise.all([receivedBy(first, "connect"), receivedBy(second, "connect")]);
  const heard: unknown[] = [];
  second.on("session.changed", (payload) => heard.push(payload));

  const told = receivedBy(first, "session.changed");
  const closed = receivedBy(first, "disconnect");
  expect((await callApi(app, "GET /api_sso/Login/LoginOut", { token: leaving })).status).toBe(200);
  expect(await told).toEqual({ ended: true });
  await closed;
  expect(second.connected).toBe(true);
  expect(heard).toEqual([]);
  second.close();
});

test("a socket is accepted only with the token of an open session", async () => {
  const organization = await buildOrganization(base.db);
  const token = (await signInAs(base.db, organization)).token;
  await callApi(app, "GET /api_sso/Login/LoginOut", { token });
  for (const bad of [token, "anonymous", ""]) {
    const socket = connect(bad);
    expect(await receivedBy(socket, "connect_error")).toMatchObject({ message: "TOKEN_INVALID" });
    socket.close();
  }
});

test("a session with an initial password opens no socket until the password is replaced", async () => {
  const organization = await buildOrganization(base.db);
  const account = await buildAccount(base.db, organization);
  const token = await buildSession(base.db, organization, account);
  const isReplaced = (value: "null" | "now()") =>
    base.owner.query(`update account set password_initialized_at = ${value} where account_id = $1`, [
      account.accountId,
    ]);
  await isReplaced("null");
  const socket = connect(token);
  expect(await receivedBy(socket, "connect_error")).toMatchObject({ message: "ACCOUNT_PASSWORD_CHANGE_REQUIRED" });
  socket.close();
  await isReplaced("now()");
  const later = connect(token);
  await receivedBy(later, "connect");
  later.close();
});

const leadNews = { leadId: v7(), version: 1 } as SocketPayload<"lead.changed">;

interface Witness {
  socket: Socket;
  organizationId: OrganizationId;
  accountId: AccountId;
}

/**
 * Announces a lead, and waits until it was sent to everybody in the rooms: other processes are notified before the own
 * sockets. Once the witness has it, it was sent to the others too, and later messages to them come later.
 */
async function publishLead(rooms: readonly string[], witness: Witness): Promise<void> {
  const heard = receivedBy(witness.socket, "lead.changed");
  const own = accountRoom(witness.organizationId, witness.accountId);
  realtime.tell([{ rooms: [...rooms, own], event: "lead.changed", payload: leadNews }]);
  await heard;
}

test("changed rights are announced at once, and rooms follow", async () => {
  const organization = await buildOrganization(base.db);
  const [branchId] = organization.branchIds;
  const account = await buildAccount(base.db, organization, { role: "tutor" });
  const other = await buildAccount(base.db, organization, { role: "tutor" });
  const token = await buildSession(base.db, organization, account);
  const bystanderToken = await buildSession(base.db, organization, other);
  // Connect after both queries: during the second one the first socket could connect unheard.
  const [socket, bystander] = [connect(token), connect(bystanderToken)];
  await Promise.all([receivedBy(socket, "connect"), receivedBy(bystander, "connect")]);
  const told: unknown[] = [];
  const bystanderReceived: unknown[] = [];
  socket.on("lead.changed", (payload) => told.push(payload));
  bystander.on("session.changed", (payload) => bystanderReceived.push(payload));
  const become = async (role: "tutor" | "teacher") => {
    const heard = receivedBy(socket, "session.changed");
    await base.owner.query("update account_role set role_id = $1 where account_id = $2", [
      organization.roles[role],
      account.accountId,
    ]);
    await inTransaction(base.db, organization.scope, (tx) =>
      rightsChanged(tx, organization.scope, [account.accountId]),
    );
    expect(await heard).toEqual({ ended: false });
  };
  const publishLeads = async () => {
    await publishLead([`leads:${branchId}`], { ...organization, ...other, socket: bystander });
    const after = receivedBy(socket, "session.changed");
    await inTransaction(base.db, organization.scope, (tx) =>
      rightsChanged(tx, organization.scope, [account.accountId]),
    );
    await after;
  };

  await become("teacher");
  await publishLeads();
  expect(told).toEqual([]);
  await become("tutor");
  await publishLeads();
  expect(told).toEqual([leadNews]);
  expect(bystanderReceived).toEqual([]);
  socket.close();
  bystander.close();
});

test("a socket receives changes of its rights since its client read them, and nobody else's", async () => {
  const organization = await buildOrganization(base.db);
  const account = await buildAccount(base.db, organization);
  const other = await buildAccount(base.db, organization);
  const [token, otherToken] = [
    await buildSession(base.db, organization, account),
    await buildSession(base.db, organization, other),
  ];
  const changeRights = (accountId: AccountId) =>
    inTransaction(base.db, organization.scope, (tx) => rightsChanged(tx, organization.scope, [accountId]));
  await changeRights(account.accountId);
  await changeRights(account.accountId);
  await changeRights(other.accountId);
  // A socket that connects during the publication hears it twice.
  await published(organization.organizationId);

  const [late, bystander] = [connect(token, 60_000), connect(otherToken, 60_000)];
  const countOf = (socket: Socket) => {
    let count = 0;
    socket.on("session.changed", () => (count += 1));
    return () => count;
  };
  const counts = [countOf(late), countOf(bystander)];
  await Promise.all([late, bystander].map((socket) => receivedBy(socket, "session.changed")));
  // Arrives after everything that was sent before.
  const last = Promise.all([late, bystander].map((socket) => receivedBy(socket, "leads.changed")));
  realtime.tell([{ rooms: [organizationRoom(organization.organizationId)], event: "leads.changed", payload: {} }]);
  await last;
  expect(counts.map((count) => count())).toEqual([2, 1]);
  late.close();
  bystander.close();
});

test("a connection is refused if it missed too many changes, so that its client reloads", async () => {
  const organization = await buildOrganization(base.db);
  const elsewhere = await buildOrganization(base.db);
  const [account, other] = [await buildAccount(base.db, organization), await buildAccount(base.db, elsewhere)];
  const [token, otherToken] = [
    await buildSession(base.db, organization, account),
    await buildSession(base.db, elsewhere, other),
  ];
  await inTransaction(base.db, organization.scope, async (tx) => {
    for (let time = 0; time < 301; time++) await rightsChanged(tx, organization.scope, [account.accountId]);
  });
  const [busy, calm, back] = [connect(token, 60_000), connect(otherToken, 60_000), connect(token)];
  const connected = Promise.all([receivedBy(calm, "connect"), receivedBy(back, "connect")]);
  expect(await receivedBy(busy, "disconnect")).toBe("transport close");
  await connected;
  expect([calm.connected, back.connected]).toEqual([true, true]);
  for (const socket of [busy, calm, back]) socket.close();
});

test("a person without a role is disconnected when that is announced", async () => {
  const organization = await buildOrganization(base.db);
  const account = await buildAccount(base.db, organization);
  const socket = connect(await buildSession(base.db, organization, account));
  await receivedBy(socket, "connect");
  const heard = receivedBy(socket, "session.changed");
  const closed = receivedBy(socket, "disconnect");
  await base.owner.query("delete from account_role where account_id = $1", [account.accountId]);
  await inTransaction(base.db, organization.scope, (tx) => rightsChanged(tx, organization.scope, [account.accountId]));
  expect(await heard).toEqual({ ended: true });
  expect(await closed).toBe("io server disconnect");
});

test("a restricted session receives only its own session's events until the restriction ends", async () => {
  const organization = await buildOrganization(base.db);
  const account = await buildAccount(base.db, organization, { role: "tutor" });
  const demand = (since: string) =>
    base.owner.query(`update organization set two_step_required_at = ${since} where organization_id = $1`, [
      organization.organizationId,
    ]);
  const elsewhere = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, elsewhere);
  const witness = { ...elsewhere, accountId, socket: connect(await buildSession(base.db, elsewhere, { accountId })) };
  await receivedBy(witness.socket, "connect");
  const told: unknown[] = [];
  const notifyAll = async (socket: Socket) => {
    await publishLead([organizationRoom(organization.organizationId), `leads:${organization.branchIds[0]}`], witness);
    const after = receivedBy(socket, "session.changed");
    await inTransaction(base.db, organization.scope, (tx) =>
      rightsChanged(tx, organization.scope, [account.accountId]),
    );
    await after;
  };
  await demand("now()");
  const socket = connect(await buildSession(base.db, organization, account));
  await receivedBy(socket, "connect");
  socket.on("lead.changed", (payload) => told.push(payload));
  await notifyAll(socket);
  expect(told).toEqual([]);
  await demand("null");
  await notifyAll(socket);
  await notifyAll(socket);
  expect(told).toEqual([leadNews]);
  socket.close();
  witness.socket.close();
});
