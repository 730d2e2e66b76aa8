import { chat } from "@homeroom/contract/chat";
import type { ConversationId, OrganizationId } from "@homeroom/contract/ids";
import { LeadId } from "@homeroom/contract/ids";
import { buildAccount } from "@homeroom/server/modules/accounts/for-tests";
import {
  buildPlace,
  deliverAll,
  inboundText,
  receive,
  statusOf,
  type TestChannel,
  testInbox,
  testProvider,
} from "@homeroom/server/modules/inbox/for-tests";
import { inboxModule } from "@homeroom/server/modules/inbox/public";
import { inboxReactions } from "@homeroom/server/modules/inbox/reactions";
import type { TestOrganization } from "@homeroom/server/modules/organizations/for-tests";
import { buildSession, callApi, serveModules } from "@homeroom/server/modules/sign-in/for-tests";
import { prepareDatabase } from "@homeroom/server/platform/db/for-tests";
import fc from "fast-check";
import { v7 } from "uuid";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ListFilters, loadWebInbox, type ShownList, type ShownThread, type WebInbox } from "./client.ts";
import { type Step, shownFilters, steps } from "./steps.ts";

/*
   The web app's own caches, fed with the real server's socket messages: late, lost with the connection, with answers that
   fail or arrive after newer ones. In the end they show what a fresh load of the page would.
*/

type App = Awaited<ReturnType<typeof serveModules>>;

const base = prepareDatabase();
let app: App;
let organization: TestOrganization;
let channel: TestChannel;
let tokens: string[];
const talks: { conversationId: ConversationId; leadId: LeadId; phone: string; said: string[] }[] = [];
let web: WebInbox;
const provider = testProvider();

beforeAll(async () => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (key === "accessToken" ? tokens[0] : null),
    setItem: () => undefined,
  });
  vi.stubGlobal("location", { pathname: "/chat/whatsapp", search: "" });
  vi.stubGlobal("fetch", answer);
  const inbox = inboxModule(base.platform, { providers: [provider], databaseUrl: base.access.sessionUrl });
  app = await serveModules(base.platform, [inbox]);
  ({ organization, channel } = await buildPlace(base));
  tokens = [];
  for (const _ of [0, 1]) {
    const { accountId } = await buildAccount(base.db, organization, { role: "admin" });
    tokens.push(await buildSession(base.db, organization, { accountId }));
  }
  for (const index of [0, 1, 2, 3]) {
    const phone = `8526500000${index}`;
    const first = inboundText({ from: { phone } });
    await receive(base, channel, [first]);
    const found = await base.owner.query(
      "select conversation_id, conversation.lead_id from conversation join channel_contact using (organization_id, contact_id) where phone = $1",
      [phone],
    );
    const [{ conversation_id: conversationId, lead_id: leadId }] = found.rows;
    talks.push({ conversationId, leadId: LeadId.parse(leadId), phone, said: [first.providerMessageId] });
  }
  web = await loadWebInbox();
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await app?.close();
});

/** The state of the network: how many of the next answers are lost, or whether arriving ones are held back. */
const network = { loses: 0, holdsBack: false, held: [] as (() => void)[], underWay: 0 };

/** The browser's fetch: the server's answer, delivered now or later. */
async function answer(
  address: string,
  request: { method?: string; headers?: object; body?: string },
): Promise<Response> {
  network.underWay += 1;
  try {
    const said = await app.inject({
      method: (request.method ?? "GET") as "GET",
      url: String(address),
      headers: Object.fromEntries(new Headers(request.headers as Record<string, string>)),
      ...(request.body && { payload: request.body }),
    });
    if (network.loses > 0) {
      network.loses -= 1;
      throw new TypeError("fetch failed");
    }
    if (network.holdsBack) await new Promise<void>((resolve) => network.held.push(resolve));
    return new Response(said.body, { status: said.statusCode, headers: { "content-type": "application/json" } });
  } finally {
    network.underWay -= 1;
  }
}

function handOver(): void {
  network.holdsBack = false;
  for (const go of network.held.splice(0)) go();
}

/** Pauses between requests, which the test ends. */
const waiting = new Set<() => void>();
const timers = {
  set(action: () => void) {
    waiting.add(action);
    return action;
  },
  clear: (timer: unknown) => void waiting.delete(timer as () => void),
};

async function calm(): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    handOver();
    for (const action of waiting) {
      waiting.delete(action);
      action();
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
    quiet = network.underWay === 0 && waiting.size === 0 && web.queryClient.isFetching() === 0 ? quiet + 1 : 0;
  }
}

interface SocketMessage {
  event: string;
  payload: { conversationId: ConversationId; version: number };
}

let lastNotified = 0;

/** The socket messages for everything since the last call, by the server's own rules. */
async function news(): Promise<SocketMessage[]> {
  const { rows } = await base.owner.query(
    "select outbox_id::int as id, organization_id, event, aggregate_id, payload from outbox where outbox_id > $1 order by outbox_id",
    [lastNotified],
  );
  lastNotified = rows.at(-1)?.id ?? lastNotified;
  return rows.flatMap(({ event, payload, organization_id, aggregate_id }) => {
    const meta = { organizationId: organization_id as OrganizationId, aggregateId: aggregate_id, traceId: "" };
    const reactions = inboxReactions.filter((one) => one.event.name === event);
    return reactions.flatMap((one) => (one.sockets?.(payload, meta) ?? []) as unknown as SocketMessage[]);
  });
}

async function act({ what, talk: place, by }: Extract<Step, { do: "act" }>): Promise<void> {
  const talk = talks[place];
  if (!talk) return;
  const { conversationId, leadId, phone, said } = talk;
  const from = { phone };
  const token = tokens[by] ?? "";
  const post = (name: string, body: object) => callApi(app, `POST /api_chat/Chat/${name}`, { token, body });
  const get = (name: string) => callApi(app, `GET /api_chat/Chat/${name}?conversationId=${conversationId}`, { token });
  const target = said[said.length - 1] ?? "";
  const revise = (revision: "edit" | "revoke") =>
    receive(base, channel, [
      { type: "revision", revision, from, originalId: target, text: `改 ${v7()}`, at: new Date() },
    ]);
  switch (what) {
    case "write": {
      const message = inboundText({ from, text: `你好 ${v7()}` });
      said.push(message.providerMessageId);
      return receive(base, channel, [message]);
    }
    case "react":
      return receive(base, channel, [
        inboundText({ from, kind: "reaction", text: "👍", details: { targetId: target, emoji: "👍" } }),
      ]);
    case "edit":
    case "revoke":
      return revise(what);
    case "send":
      await post("SendMessage", { leadId, content: "您好" });
      return deliverAll(testInbox(base, provider), organization.scope, conversationId);
    case "status": {
      const last = provider.sent.at(-1);
      return last && receive(base, channel, [statusOf(`wamid.${last.id}`, by === 0 ? "delivered" : "read")]);
    }
    case "snooze":
      return void (await post("SnoozeConversation", {
        conversationId,
        until: new Date(Date.now() + 3_600_000).toISOString(),
      }));
    case "close":
      return void (await post("CloseConversation", { conversationId }));
    case "reopen":
      return void (await post("ReopenConversation", { conversationId }));
    case "read":
      return void (await get("ReadConversation"));
    case "unread":
      return void (await post("MarkUnread", { conversationId }));
    case "hold":
      return void (await post("TakeOver", { conversationId }));
    case "release":
      return void (await get("Release"));
  }
}

/** A screen with a list and an open conversation. */
function createScreen(filters: ListFilters, first: ConversationId) {
  let open = first;
  let connected = true;
  const unheard: SocketMessage[] = [];
  const list = web.listUpdates(filters, timers);
  let thread = web.threadUpdates(open, timers);
  const shown = [web.show(web.listQuery(filters)), web.show(web.threadQuery(open)), web.show(web.cardQuery(open))];
  const key = (what: "list" | "thread" | "card") =>
    ({ list: web.listQuery(filters), thread: web.threadQuery(open), card: web.cardQuery(open) })[what].queryKey;
  return {
    key,
    open: () => open,
    async read() {
      await calm();
      await Promise.all([web.completeList(filters), web.completeThread(open)]);
    },
    tell(news: readonly SocketMessage[]) {
      if (connected) unheard.push(...news);
    },
    hear(count: number) {
      for (const { event, payload } of unheard.splice(0, count)) {
        if (event === "message.changed") thread.changed(payload);
        if (event === "conversation.changed") list.changed(payload);
      }
    },
    away() {
      connected = false;
      unheard.length = 0;
    },
    async back() {
      connected = true;
      await Promise.all([web.catchUp(filters, open), web.readFailedAgain()]);
      await web.completeThread(open);
    },
    async goTo(next: ConversationId) {
      if (next === open) return;
      thread.stop();
      for (const one of shown.splice(1)) one.stop();
      open = next;
      thread = web.threadUpdates(open, timers);
      shown.push(web.show(web.threadQuery(open)), web.show(web.cardQuery(open)));
      await calm();
      await web.completeThread(open);
    },
    close() {
      list.stop();
      thread.stop();
      for (const one of shown) one.stop();
    },
  };
}

test("whatever happens, and however it is announced, the screens show what a fresh load shows", async () => {
  const holds = fc.asyncProperty(shownFilters, fc.boolean(), steps, async (chosen, isReliable, script) => {
    web.queryClient.clear();
    waiting.clear();
    const filters: ListFilters = { ...chosen, channel: null, sales: [], label: [], keywords: "" };
    await news();
    const screen = createScreen(filters, talks[0]?.conversationId as ConversationId);
    await screen.read();
    let missed = false;
    // If nothing is lost, the events alone must be enough.
    const losses = ["away", "lose"];
    for (const step of isReliable ? script.filter((one) => !losses.includes(one.do)) : script) {
      if (step.do === "act") await act(step);
      screen.tell(await news());
      if (step.do === "hear") screen.hear(2);
      if (step.do === "away") screen.away();
      if (step.do === "back") await Promise.race([screen.back(), calm()]);
      if (step.do === "lose") network.loses += 2;
      if (step.do === "hold") network.holdsBack = true;
      if (step.do === "handOver") handOver();
      if (step.do === "tick") await calm();
      if (step.do === "open") await screen.goTo(talks[step.talk]?.conversationId as ConversationId);
      missed ||= losses.includes(step.do);
    }
    network.loses = 0;
    screen.hear(Number.POSITIVE_INFINITY);
    await calm();
    // Lost events are caught up when the connection is back.
    if (missed) {
      await Promise.all([screen.back(), calm()]);
      await calm();
    }
    await expectFresh(screen, filters);
    screen.close();
  });
  await fc.assert(holds, { numRuns: 10, endOnFailure: true });
});

async function expectFresh(screen: ReturnType<typeof createScreen>, filters: ListFilters): Promise<void> {
  const conversationId = screen.open();
  const body = {
    pageSize: 50,
    ...(filters.filters.length > 0 && { filters: filters.filters }),
    ...(filters.state && { state: filters.state }),
    order: filters.order,
  };
  const call = async <Result>(address: Parameters<typeof callApi>[1], sent?: object) =>
    (await callApi<Result>(app, address, { token: tokens[0] ?? "", ...(sent && { body: sent }) })).body.resultData;
  const fresh = await call<{ list: object[]; counts: object }>(`POST ${chat.conversationList.path}` as never, body);
  const list = web.queryClient.getQueryData(screen.key("list")) as ShownList;
  expect(list.rows).toEqual(fresh?.list);
  expect(list.counts).toEqual(fresh?.counts);
  const thread = web.queryClient.getQueryData(screen.key("thread")) as ShownThread;
  const page = await call<{ list: object[] }>(`POST ${chat.messageList.path}` as never, {
    conversationId,
    pageSize: 50,
  });
  expect(thread.messages.slice(-50)).toEqual(page?.list);
  const card = await call<object>(`GET ${chat.conversationInfo.path}?conversationId=${conversationId}` as never);
  expect(web.queryClient.getQueryData(screen.key("card"))).toEqual(card);
}

const everything: ListFilters = {
  ...{ filters: [], state: null, order: "latest", channel: null, sales: [], label: [], keywords: "" },
};

test.each([
  ["had been read", false],
  ["was being read", true],
])("what changes before the first connection, while the screen %s, is shown", async (_when, isHeldBack) => {
  web.queryClient.clear();
  waiting.clear();
  const filters = everything;
  const [talk] = talks;
  if (isHeldBack) network.holdsBack = true;
  const screen = createScreen(filters, talk?.conversationId as ConversationId);
  screen.away();
  if (isHeldBack) await expect.poll(() => network.held.length).toBeGreaterThanOrEqual(3);
  else await screen.read();
  await act({ do: "act", what: "write", talk: 0, by: 0 });
  // The screen receives no event, as its connection opens only now.
  await news();
  await Promise.all([web.catchUp(filters, screen.open()), calm()]);
  if (isHeldBack) await screen.read();
  await calm();
  await expectFresh(screen, filters);
  screen.close();
});

test("a change after a list was prefetched, and before it is shown, is shown", async () => {
  web.queryClient.clear();
  waiting.clear();
  const [talk] = talks;
  await web.prefetchList(everything);
  await act({ do: "act", what: "write", talk: 0, by: 0 });
  // No event arrives, as no screen has the list yet.
  await news();
  const screen = createScreen(everything, talk?.conversationId as ConversationId);
  await screen.read();
  await calm();
  await expectFresh(screen, everything);
  screen.close();
});
