import type { ConversationCard } from "@homeroom/contract/chat";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadFamily } from "@homeroom/contract/lead-families";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { leadsModule } from "#modules/leads/public";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import type { InboundChannel } from "../channels/queries/channels.ts";
import { buildPlace, conversationRows, inboundText, messageRowsOf, receive, testProvider } from "../for-tests.ts";
import { inboxModule, leadConversations } from "../public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
let token: string;

const server = prepareServer(base, (platform) => [
  leadsModule(platform, { conversations: leadConversations }),
  inboxModule(platform, { providers: [testProvider()], databaseUrl: base.access.sessionUrl }),
]);
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  const owner = await buildAccount(base.db, organization, { role: "owner" });
  token = await buildSession(base.db, organization, owner);
});

const mother = { phone: "85261110001", name: "陳太" };
const father = { phone: "85261110002", name: "陳生" };
const say = (from: { phone: string; name: string }, text: string) =>
  receive(base, channel, [inboundText({ from, text })]);

async function leadOf({ phone }: { phone: string }) {
  const { rows } = await base.owner.query<{ lead_id: LeadId; version: number }>(
    "select lead_id, version from lead where organization_id = $1 and phone_e164 = $2 and deleted_at is null",
    [organization.organizationId, phone],
  );
  const [row] = rows;
  if (!row) throw new Error(`Nobody has ${phone}`);
  return row;
}

const call = <Result>(name: string, body: object) =>
  callApi<Result>(server.app, `POST /api_users/Member/${name}`, { token, body });

async function merge(keep: { lead_id: LeadId; version: number }, from: { lead_id: LeadId; version: number }) {
  const versions = { keep: keep.version, from: from.version };
  const { status, body } = await call<{ recordID: RecordId }>("MergeLeads", {
    keep: keep.lead_id,
    from: from.lead_id,
    versions,
  });
  expect(status).toBe(200);
  return body.resultData?.recordID as RecordId;
}

/** What each conversation says, by its lead. */
async function said(): Promise<Record<string, string[]>> {
  const conversations = await conversationRows(base, channel);
  const entries = await Promise.all(
    conversations.map(async ({ lead_id, conversation_id }) => {
      const rows = await messageRowsOf(base, conversation_id);
      return [lead_id, rows.map(({ text }) => text)] as const;
    }),
  );
  return Object.fromEntries(entries);
}

test("questions that the assistant left to people stay with them after a merge", async () => {
  for (const [from, text] of [
    [mother, "一"],
    [father, "請真人回覆"],
    [mother, "三"],
  ] as const)
    await say(from, text);
  const [kept, other] = [await leadOf(mother), await leadOf(father)];
  const note = { kind: "handedOver", reason: "asked", position: 1 };
  await base.owner.query("update conversation set assistant_note = $2 where lead_id = $1", [other.lead_id, note]);
  await merge(kept, other);

  const [conversation] = await conversationRows(base, channel);
  const rows = await messageRowsOf(base, conversation?.conversation_id as never);
  const behind = rows.find(({ text }) => text === "請真人回覆");
  expect(conversation?.assistant_note).toEqual({ ...note, position: behind?.position });
});

test("two conversations become one in chronological order, and clients refetch all messages", async () => {
  for (const [from, text] of [
    [mother, "一"],
    [father, "二"],
    [mother, "三"],
    [father, "四"],
  ] as const)
    await say(from, text);
  const [kept, other] = [await leadOf(mother), await leadOf(father)];
  const before = (await conversationRows(base, channel)).find(({ lead_id }) => lead_id === kept.lead_id);
  await merge(kept, other);

  expect(await said()).toEqual({ [kept.lead_id]: ["一", "二", "三", "四"] });
  const [conversation] = await conversationRows(base, channel);
  expect(conversation).toMatchObject({ conversation_id: before?.conversation_id, unread_count: 4 });
  const rows = await messageRowsOf(base, conversation?.conversation_id as never);
  const versions = rows.map(({ version }) => version);
  expect(new Set(versions).size).toBe(4);
  expect(Math.min(...versions)).toBeGreaterThan(before?.version ?? 0);
  expect(conversation?.version).toBeGreaterThanOrEqual(Math.max(...versions));
  expect(conversation?.last_position).toBe(rows.at(-1)?.position);

  await say(father, "五");
  await say(mother, "六");
  expect(await said()).toEqual({ [kept.lead_id]: ["一", "二", "三", "四", "五", "六"] });
});

test("an undo returns each lead's messages, with their unread state", async () => {
  await say(mother, "一");
  await say(father, "二");
  const [kept, other] = [await leadOf(mother), await leadOf(father)];
  const before = await conversationRows(base, channel);
  const recordID = await merge(kept, other);
  await say(father, "三");
  await say(mother, "四");
  expect((await call("UndoMerge", { recordID })).body.resultData).toEqual({ leadId: other.lead_id, stayed: [] });
  expect(await said()).toEqual({ [kept.lead_id]: ["一", "四"], [other.lead_id]: ["二", "三"] });
  const after = await conversationRows(base, channel);
  expect(after.map(({ conversation_id }) => conversation_id).sort()).toEqual(
    before.map(({ conversation_id }) => conversation_id).sort(),
  );
  expect(after.map(({ unread_count }) => unread_count)).toEqual([2, 2]);
  await say(father, "五");
  await say(mother, "六");
  expect(await said()).toEqual({ [kept.lead_id]: ["一", "四", "六"], [other.lead_id]: ["二", "三", "五"] });
});

test("the merged lead and the conversation that ended lead to the kept lead's, for people who see it", async () => {
  await say(mother, "一");
  await say(father, "二");
  const [kept, other] = [await leadOf(mother), await leadOf(father)];
  const before = await conversationRows(base, channel);
  const idOf = (leadId: LeadId) => before.find(({ lead_id }) => lead_id === leadId)?.conversation_id;
  const found = async (of: Record<string, string | undefined>, as = token) => {
    const query = new URLSearchParams(of as never).toString();
    const path = `GET /api_chat/Chat/ConversationOfLead?${query}` as const;
    const { body } = await callApi<{ conversation: ConversationCard | null }>(server.app, path, { token: as });
    return body.resultData?.conversation?.conversationId ?? null;
  };
  const [byLead, byConversation] = [{ leadId: other.lead_id }, { conversationId: idOf(other.lead_id) }];
  expect([await found(byLead), await found(byConversation)]).toEqual([idOf(other.lead_id), idOf(other.lead_id)]);
  const recordID = await merge(kept, other);
  expect([await found(byLead), await found(byConversation)]).toEqual([idOf(kept.lead_id), idOf(kept.lead_id)]);
  const sales = await buildAccount(base.db, organization, { role: "sales" });
  const theirs = await buildSession(base.db, organization, sales);
  const { accountId } = await buildAccount(base.db, organization, { role: "sales" });
  await base.owner.query("update lead set sales_id = $2 where lead_id = $1", [kept.lead_id, accountId]);
  await base.owner.query("update conversation set sales_id = $2 where lead_id = $1", [kept.lead_id, accountId]);
  expect([await found(byLead, theirs), await found(byConversation, theirs)]).toEqual([null, null]);
  await call("UndoMerge", { recordID });
  expect(await found(byConversation)).toEqual(idOf(other.lead_id));
});

test("a conversation with only notes returns with the person who can be contacted in it", async () => {
  await say(father, "一");
  await say(mother, "二");
  const [kept, other] = [await leadOf(mother), await leadOf(father)];
  await base.owner.query(
    "update message set kind = 'note', direction = 'out', state = 'sent' where organization_id = $1 and text = '一'",
    [organization.organizationId],
  );
  const before = await conversationRows(base, channel);
  const recordID = await merge(kept, other);
  await call("UndoMerge", { recordID });
  const receivers = (rows: typeof before) => Object.fromEntries(rows.map((row) => [row.lead_id, row.contact_id]));
  expect(receivers(await conversationRows(base, channel))).toEqual(receivers(before));
});

test("a whole conversation moves to a lead without one, and back", async () => {
  await say(father, "一");
  const other = await leadOf(father);
  const added = await call<{ leadId: LeadId }>("AddLeadInfo", { nickname: "陳小朋友" });
  const kept = { lead_id: added.body.resultData?.leadId as LeadId, version: 1 };
  const recordID = await merge(kept, other);
  const [conversation] = await conversationRows(base, channel);
  expect(await said()).toEqual({ [kept.lead_id]: ["一"] });
  await call("UndoMerge", { recordID });
  expect(await conversationRows(base, channel)).toMatchObject([
    { conversation_id: conversation?.conversation_id, lead_id: other.lead_id },
  ]);
});

test("later messages of others stay with the kept lead when a whole conversation returns", async () => {
  await say(father, "一");
  const other = await leadOf(father);
  const added = await call<{ leadId: LeadId }>("AddLeadInfo", {
    nickname: "陳小朋友",
    contact1: { areaCode: "+852", phone: mother.phone.slice(3) },
  });
  const kept = { lead_id: added.body.resultData?.leadId as LeadId, version: 1 };
  const recordID = await merge(kept, other);
  await say(mother, "二");
  await say(father, "三");
  expect(await said()).toEqual({ [kept.lead_id]: ["一", "二", "三"] });
  await call("UndoMerge", { recordID });
  expect(await said()).toEqual({ [kept.lead_id]: ["二"], [other.lead_id]: ["一", "三"] });
});

test("messages that arrive during a merge are all kept once, in the kept lead's conversation", async () => {
  await say(mother, "a");
  await say(father, "b");
  const [kept, other] = [await leadOf(mother), await leadOf(father)];
  const texts = Array.from({ length: 12 }, (_, n) => `m${n}`);
  await Promise.all([...texts.map((text, n) => say(n % 2 ? mother : father, text)), merge(kept, other)]);
  const all = await said();
  expect(Object.keys(all)).toEqual([kept.lead_id]);
  expect(all[kept.lead_id]?.toSorted()).toEqual(["a", "b", ...texts].toSorted());
});

test("a message from a contact's number belongs to the family, in the main lead's conversation", async () => {
  await say(mother, "我有兩個小孩");
  const parent = await leadOf(mother);
  const sibling = await call<{ leadId: LeadId }>("AddSibling", {
    leadId: parent.lead_id,
    form: { nickname: "陳二寶", birthday: "2018-02-03" },
  });
  const child = sibling.body.resultData?.leadId as LeadId;
  // The mother's number is contact 1 of both; the father's is made contact 2 of one, and so of both.
  await call("EditLeadContactInfo", {
    leadId: child,
    version: 1,
    contact1: { areaCode: "+852", phone: mother.phone.slice(3) },
    contact2: { name: "爸爸", areaCode: "+852", phone: father.phone.slice(3) },
  });
  await say(father, "我是爸爸");
  expect(await said()).toEqual({ [parent.lead_id]: ["我有兩個小孩", "我是爸爸"] });
  const family = await call<LeadFamily>("FamilyOfLead", { leadId: child });
  expect(family.body.resultData).toMatchObject({ mainLeadId: parent.lead_id, hasConversation: true });
});
