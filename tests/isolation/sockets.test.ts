import { chatHolding } from "@homeroom/contract/chat-holding";
import type { RecordId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { login } from "@homeroom/contract/login";
import { notices } from "@homeroom/contract/notices";
import { type SocketEvent, socketEvents, socketPath } from "@homeroom/contract/sockets";
import { endSessionsOf } from "@homeroom/server/modules/sign-in/public";
import { inTransaction } from "@homeroom/server/platform/db/transaction";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { postWebhook, textWebhook } from "../harness/meta-webhook.ts";
import { outcomeOf, sendCall } from "../harness/send-call.ts";
import { until } from "../harness/until.ts";
import type { Number } from "./number.ts";
import { restoreRows } from "./restore-rows.ts";
import { createRows, type Rows } from "./rows.ts";
import { branchBound, createWorld, ownRows, type World } from "./world.ts";

let world: World;
let mine: Rows;
let held: Rows;
let elsewhere: Rows;
let strangers: Rows;
const open: Listener[] = [];

interface Listener {
  socket: Socket;
  /** Every event as text. */
  heard: string[];
}

beforeAll(async () => {
  world = await createWorld();
  const { ours, foreign, numbers, owner, foreignOwner, limited, colleague } = world;
  const [first, second] = ours.branchIds;
  const here = { number: numbers.first, branchId: first, writer: owner };
  const customer = (digits: number, name: string) => ({ customer: { phone: `8526155000${digits}`, name } });
  mine = await createRows(world, { ...here, ...customer(1, "自己的客戶"), sales: limited.accountId });
  held = await createRows(world, { ...here, ...customer(2, "同事的客戶"), sales: colleague.accountId });
  const there = { number: numbers.second, branchId: second, writer: owner, sales: limited.accountId };
  elsewhere = await createRows(world, { ...there, ...customer(3, "沙田的客戶") });
  strangers = await createRows(world, {
    number: numbers.foreign,
    branchId: foreign.branchIds[0],
    writer: foreignOwner,
    sales: foreignOwner.accountId,
    ...customer(4, "別家的客戶"),
  });
});

afterEach(() => {
  for (const { socket } of open.splice(0)) socket.disconnect();
});
afterAll(() => world?.close());

function connect(token: unknown): Listener {
  const socket = io(world.url, {
    path: socketPath,
    auth: { accessToken: token },
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
  });
  const heard: string[] = [];
  socket.onAny((event: SocketEvent, payload: unknown) => {
    heard.push(`${event} ${JSON.stringify(socketEvents[event].parse(payload))}`);
  });
  const listener = { socket, heard };
  open.push(listener);
  return listener;
}

async function connected(token: string): Promise<Listener> {
  const listener = connect(token);
  await new Promise<void>((resolve, reject) => {
    listener.socket.once("connect", resolve);
    listener.socket.once("connect_error", reject);
  });
  return listener;
}

let said = 0;
async function customerWrites(number: Number, rows: Rows): Promise<void> {
  said += 1;
  const text = { from: `852${rows.phone}`, name: rows.nickname, text: "再請問一下", id: `wamid.again.${said}` };
  expect(await postWebhook(world.url, number, textWebhook(number, [text]))).toBe(200);
}

const hears = ({ heard }: Listener, { conversationId }: Rows) => heard.some((event) => event.includes(conversationId));

test("a socket without a session is refused", async () => {
  for (const token of [undefined, null, "", "anonymous", "A".repeat(43), 7, { a: 1 }, [world.owner.token]]) {
    const { socket } = connect(token);
    const error = await new Promise<Error>((resolve, reject) => {
      socket.once("connect_error", resolve);
      socket.once("connect", () => reject(new Error(`${JSON.stringify(token)} was let in`)));
    });
    expect(error.message).toBe("TOKEN_INVALID");
  }
});

test("each socket receives events of the conversations that its person sees, and of no other", async () => {
  const foreign = await connected(world.foreignOwner.token);
  const owner = await connected(world.owner.token);
  const colleague = await connected(world.colleague.token);
  // A new socket checks its permissions once more, so nobody's permissions change while the others connect.
  const branch = await connected(await world.sessionHolding(branchBound));
  await world.hold(ownRows);
  const own = await connected(world.limited.token);
  const neither = ownRows.filter((one) => one !== "chat:message:query" && one !== "crm:lead:query");
  const without = await connected(await world.sessionHolding(neither));

  const { numbers } = world;
  await customerWrites(numbers.second, elsewhere);
  await customerWrites(numbers.first, held);
  await customerWrites(numbers.foreign, strangers);
  await customerWrites(numbers.first, mine);
  const audience = [
    { one: owner, of: [mine, held, elsewhere] },
    { one: branch, of: [mine, held] },
    { one: own, of: [mine] },
    { one: colleague, of: [held] },
    { one: foreign, of: [strangers] },
  ];
  // Everybody receives messages about their own rows; by then, messages about other rows would have arrived too.
  await until("what everybody should hear", async () =>
    audience.every(({ one, of }) => of.every((rows) => hears(one, rows))),
  );

  const seen = (one: Listener) => [mine, held, elsewhere, strangers].map((rows) => hears(one, rows));
  expect({ owner: seen(owner), branch: seen(branch), own: seen(own), colleague: seen(colleague) }).toEqual({
    owner: [true, true, true, false],
    branch: [true, true, false, false],
    own: [true, false, false, false],
    colleague: [false, true, false, false],
  });
  expect(seen(foreign)).toEqual([false, false, false, true]);
  expect(without.heard).toEqual([]);
});

test("events carry ids, never what was written", async () => {
  const owner = await connected(world.owner.token);
  await customerWrites(world.numbers.first, mine);
  await until("the event", async () => hears(owner, mine));
  for (const event of owner.heard) expect(event).not.toMatch(/再請問一下|自己的客戶|8526155/);
});

test("presence in a conversation is announced to people who see it, and to nobody else", async () => {
  await world.hold(ownRows);
  const own = await connected(world.limited.token);
  const owner = await connected(world.owner.token);
  const foreign = await connected(world.foreignOwner.token);
  const look = (rows: Rows) =>
    sendCall(
      world.url,
      chatHolding.recordPresence,
      { conversationId: rows.conversationId },
      { token: world.owner.token },
    );
  await look(held);
  await look(mine);
  const tells = ({ heard }: Listener, { conversationId }: Rows) =>
    heard.some((event) => event.startsWith("presence.changed") && event.includes(conversationId));
  await until("both", async () => tells(owner, held) && tells(owner, mine) && tells(own, mine));
  expect([tells(own, held), tells(foreign, held), tells(foreign, mine)]).toEqual([false, false, false]);
});

test("the server acts on nothing that a socket sends", async () => {
  const own = await connected(world.limited.token);
  own.socket.emit("join", `chat:organization:${world.ours.organizationId}`);
  own.socket.emit("conversation.changed", { conversationId: held.conversationId });
  const owner = await connected(world.owner.token);
  await customerWrites(world.numbers.first, held);
  await until("the event", async () => hears(owner, held));
  await customerWrites(world.numbers.first, mine);
  await until("the last event", async () => hears(owner, mine));
  expect(hears(own, held)).toBe(false);
});

test("signing out closes the session's sockets and no other", async () => {
  const { ours, owner } = world;
  const token = await world.sessionOf(ours, { accountId: owner.accountId });
  const leaving = await connected(token);
  const staying = await connected(owner.token);
  const closed = new Promise((resolve) => leaving.socket.once("disconnect", resolve));
  await sendCall(world.url, login.logOut, {}, { token });
  await closed;
  expect(leaving.heard).toContain('session.changed {"ended":true}');
  await customerWrites(world.numbers.first, mine);
  await until("the event", async () => hears(staying, mine));
  expect(hears(leaving, mine)).toBe(false);
});

test("ending an account's sessions, as after a change of roles, closes its sockets at once", async () => {
  const { base, ours, colleague } = world;
  const { socket, heard } = await connected(colleague.token);
  const closed = new Promise((resolve) => socket.once("disconnect", resolve));
  await inTransaction(base.db, ours.scope, (tx) => endSessionsOf(tx, ours.scope, { accountId: colleague.accountId }));
  await closed;
  expect(heard).toContain('session.changed {"ended":true}');
});

test("a lead that changes hands is announced to the old and the new person", async () => {
  const { ours, limited, colleague, numbers, owner } = world;
  const token = await world.sessionOf(ours, { accountId: colleague.accountId });
  await world.hold(ownRows);
  const [before, after] = [await connected(limited.token), await connected(token)];
  await restoreRows(world, mine);
  const { leadId, version, nickname } = mine;
  const edit = { leadId, version, nickname, sales: colleague.accountId };
  expect(outcomeOf(await sendCall(world.url, leads.edit, edit, { token: owner.token }))).toBe("200");
  const changed = ({ heard }: Listener, event: string) => heard.some((one) => one.startsWith(`${event}.changed`));
  await until("both to hear", async () =>
    [before, after].every((one) => changed(one, "lead") && changed(one, "conversation")),
  );
  await customerWrites(numbers.first, mine);
  await until("the new person to hear", async () => changed(after, "message"));
  expect(changed(before, "message")).toBe(false);
});

test("a notice is announced to its readers when it comes and when it goes, and a notification to one person only", async () => {
  const { ours, colleague, owner } = world;
  const token = await world.sessionOf(ours, { accountId: colleague.accountId });
  const [reader, author] = [await connected(token), await connected(owner.token)];
  const foreign = await connected(world.foreignOwner.token);
  const form = { title: "只給一人", content: "<p>內容</p>", publish: true };
  const target = { targetType: 2, targetIds: [colleague.accountId as never] };
  const added = await sendCall(world.url, notices.add, { ...form, ...target }, { token: owner.token });
  const { recordID } = added.body.resultData as { recordID: RecordId };
  const heardOf = ({ heard }: Listener) =>
    heard.filter((event) => event.startsWith("notice.changed") && event.includes(recordID)).length;
  await until("the reader to hear", async () => heardOf(reader) === 1);
  await sendCall(world.url, notices.revoke, { id: recordID, version: 2 }, { token: owner.token });
  await until("the reader to hear again", async () => heardOf(reader) === 2);
  expect([heardOf(author), heardOf(foreign)]).toEqual([0, 0]);
  expect(reader.heard.join()).not.toContain("只給一人");

  await sendCall(world.url, leads.add, { nickname: "新的人", sales: colleague.accountId }, { token: owner.token });
  // Of this kind only: customers of earlier tests may still be announced to others.
  const told = ({ heard }: Listener) =>
    heard.some((event) => event.startsWith("notification.changed") && event.includes("lead.assigned"));
  await until("the sales person to be told", async () => told(reader));
  expect([told(author), told(foreign)]).toEqual([false, false]);
});
