import type { ConversationId } from "@homeroom/contract/ids";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { uniqueNames } from "#modules/accounts/public";
import { buildOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase, prepareEach } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { buildActor, buildChannel, conversationRows, inboundText, receive } from "../for-tests.ts";
import { addNote } from "./actions/write-note.ts";
import { findConversation } from "./queries/conversations.ts";
import { mentionable } from "./queries/mentionable.ts";

const base = prepareDatabase();
const organization = prepareEach(() => buildOrganization(base.db));
let actor: Actor;
let conversationId: ConversationId;

beforeEach(async () => {
  const channel = await buildChannel(base, organization);
  const owner = await buildAccount(base.db, organization, { role: "owner" });
  actor = buildActor(organization, { accountId: owner.accountId });
  await receive(base, channel, [inboundText()]);
  const [row] = await conversationRows(base, channel);
  conversationId = row?.conversation_id as ConversationId;
});

const calledAmy = async (keywords = "Amy") =>
  inTransaction(base.db, organization.scope, async (tx) => {
    const conversation = await findConversation(tx, organization.scope, { conversationId });
    if (!conversation) throw new Error("The test's conversation is there");
    const people = await mentionable(tx, organization.scope, conversation, { keywords, limit: 50 });
    return uniqueNames(tx, organization.scope, people);
  });

test("colleagues with the same nickname are told apart by branch or e-mail", async () => {
  const [here, there] = organization.branchIds;
  const one = await buildAccount(base.db, organization, { nickname: "Amy", branchIds: [here] });
  expect([...(await calledAmy()).values()].map(({ name }) => name)).toEqual(["Amy"]);
  const other = await buildAccount(base.db, organization, { nickname: "Amy", branchIds: [here, there] });
  const apart = await calledAmy();
  const names = [one, other].map(({ accountId }) => apart.get(accountId)?.name ?? "");
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^Amy（[^@]+）$/);
  await buildAccount(base.db, organization, { nickname: "Amy", branchIds: [here], email: "amy3@school.test" });
  const mails = [...(await calledAmy()).values()].map(({ name }) => name);
  expect(mails).toContain("Amy（amy3@school.test）");
  expect(new Set(mails).size).toBe(3);
});

test("colleagues are found by the sound of their names, after those whose names contain what is written", async () => {
  for (const nickname of ["林曉明", "王大文", "Xiaomi"]) await buildAccount(base.db, organization, { nickname });
  const called = async (keywords: string) => [...(await calledAmy(keywords)).values()].map(({ name }) => name);
  expect(await called("xiaomi")).toEqual(["Xiaomi", "林曉明"]);
  expect(await called("lxm")).toEqual(["林曉明"]);
  expect(await called("ㄌㄒㄇ")).toEqual(["林曉明"]);
  expect(await called("daaiman")).toEqual(["王大文"]);
  expect(await called("zzz")).toEqual([]);
});

test("a note mentions the chosen one of two colleagues, and notifies only them", async () => {
  const [here] = organization.branchIds;
  await buildAccount(base.db, organization, { nickname: "Amy", branchIds: [here] });
  const meant = await buildAccount(base.db, organization, { nickname: "Amy", branchIds: [here] });
  const name = (await calledAmy()).get(meant.accountId)?.name ?? "";
  const note = await addNote(base.db, actor, {
    conversationId,
    content: `@${name} 請跟進`,
    mentions: [meant.accountId],
  });
  expect(note.details).toEqual({ mentions: [{ accountID: meant.accountId, nickname: name }] });
  const told = await base.owner.query(
    "select payload from outbox where event = 'note.colleagues-mentioned' and payload ->> 'conversationId' = $1",
    [conversationId],
  );
  expect(told.rows.map(({ payload }) => payload.accountIds)).toEqual([[meant.accountId]]);
});
