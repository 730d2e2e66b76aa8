import { LeadId, MessageId } from "@homeroom/contract/ids";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { expectFile } from "#modules/files/public";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import type { InboundChannel } from "../channels/queries/channels.ts";
import { filesInConversations } from "../files/queries/conversation-files.ts";
import { buildActor, buildPlace, conversationRows, inboundText, messageRowsOf, receive } from "../for-tests.ts";
import { forwardMessages } from "../sending/actions/forward-messages.ts";
import { followLeads } from "./actions/follow-lead.ts";
import { countUnread } from "./queries/conversations.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
const from = { phone: "85261230077", name: "陳太" };

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  await receive(base, channel, [inboundText({ from, text: "您好" })]);
});

async function only() {
  const [row] = await conversationRows(base, channel);
  if (!row) throw new Error("There is no conversation");
  return row;
}

async function deleteLead(leadId: string): Promise<void> {
  await base.owner.query("update lead set deleted_at = now() where lead_id = $1", [leadId]);
}

const unread = () => inTransaction(base.db, organization.scope, (tx) => countUnread(tx, organization.scope));

test("the conversation of a deleted lead is hidden until the lead is restored", async () => {
  const { lead_id: leadId } = await only();
  expect(await unread()).toBe(1);
  await deleteLead(leadId);
  await followLeads(base.db, organization.scope, [leadId]);
  expect(await unread()).toBe(0);
  await base.owner.query("update lead set deleted_at = null where lead_id = $1", [leadId]);
  await followLeads(base.db, organization.scope, [leadId]);
  expect(await unread()).toBe(1);
  expect(
    await inTransaction(base.db, organization.scope, (tx) => filesInConversations(tx, organization.scope, [leadId])),
  ).toEqual([]);
});

test("messages of a deleted lead cannot be forwarded", async () => {
  const [message] = await messageRowsOf(base, (await only()).conversation_id);
  await receive(base, channel, [inboundText({ from: { phone: "85261230078", name: "李太" } })]);
  const [gone, other] = await conversationRows(base, channel);
  await deleteLead(gone?.lead_id ?? "");
  await followLeads(base.db, organization.scope, [LeadId.parse(gone?.lead_id)]);
  const permissions = ["chat:message:query", "chat:message:send", "chat:message:all", "chat:message:forward"];
  const form = { messageIds: [MessageId.parse(message?.message_id)], leadIds: [LeadId.parse(other?.lead_id)] };
  await expect(forwardMessages(base.platform, buildActor(organization, { permissions }), form)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("erasing a lead removes its own files, but not shared pictures", async () => {
  const row = await only();
  const file = (name: string) =>
    inTransaction(base.db, organization.scope, (tx) =>
      expectFile(tx, organization.scope, { name, contentType: "image/png" }),
    );
  const [theirs, welcoming, ofTemplate, later] = [await file("a"), await file("b"), await file("c"), await file("d")];
  const said = (kind: string, fileId: string, details: object) =>
    base.owner.query(
      `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind,
         details, file_id, state, sent_at, version)
       select organization_id, uuidv7(), conversation_id, $2, contact_id,
         (select max(position) + 1 from message where conversation_id = $1), 'out', $3, $4, $5, 'sent', now(), 9
       from conversation where conversation_id = $1`,
      [row.conversation_id, channel.channelId, kind, JSON.stringify(details), fileId],
    );
  await said("image", theirs, {});
  await said("image", welcoming, { welcome: true });
  await said("template", ofTemplate, { template: { name: "trial" } });
  const { accountId } = await buildAccount(base.db, organization);
  await base.owner.query(
    `insert into scheduled_message (organization_id, scheduled_id, contact_id, kind, file_id, send_at, created_by)
     values ($1, uuidv7(), $2, 'image', $3, now() + interval '1 hour', $4)`,
    [organization.organizationId, row.contact_id, later, accountId],
  );
  const found = await inTransaction(base.db, organization.scope, (tx) =>
    filesInConversations(tx, organization.scope, [row.lead_id]),
  );
  expect(found.toSorted()).toEqual([theirs, later].toSorted());
});

test("a customer's new message restores their deleted lead completely", async () => {
  const before = await only();
  await deleteLead(before.lead_id);
  await followLeads(base.db, organization.scope, [before.lead_id]);
  await receive(base, channel, [inboundText({ from, text: "還在嗎" })]);
  const after = await only();
  expect(after.conversation_id).toBe(before.conversation_id);
  expect(after.hidden_at).toBeNull();
  expect((await messageRowsOf(base, after.conversation_id)).map((row) => row.text)).toEqual(["您好", "還在嗎"]);
  const lead = await base.owner.query("select from lead where lead_id = $1 and deleted_at is null", [before.lead_id]);
  expect(lead.rowCount).toBe(1);
  const logs = await base.owner.query("select details from lead_log where lead_id = $1 and details ? 'restored'", [
    before.lead_id,
  ]);
  expect(logs.rows).toEqual([{ details: { restored: true, wrote: true } }]);
});

test("if another lead has the number, the customer continues with that one", async () => {
  const before = await only();
  await deleteLead(before.lead_id);
  const made = await base.owner.query<{ lead_id: string }>(
    `insert into lead (organization_id, lead_id, branch_id, nickname, phone_e164, lead_date)
     values ($1, uuidv7(), $2, '陳太太', $3, '2026-11-01') returning lead_id`,
    [organization.organizationId, organization.branchIds[0], from.phone],
  );
  const successor = made.rows[0]?.lead_id;
  await receive(base, channel, [inboundText({ from, text: "還在嗎" })]);
  const talks = await conversationRows(base, channel);
  expect(talks.map((row) => row.lead_id).sort()).toEqual([before.lead_id, successor].sort());
  const old = await base.owner.query("select from lead where lead_id = $1 and deleted_at is not null", [
    before.lead_id,
  ]);
  expect(old.rowCount).toBe(1);
});

test("a merged lead is followed to the kept one", async () => {
  const before = await only();
  const made = await base.owner.query<{ lead_id: string }>(
    `insert into lead (organization_id, lead_id, branch_id, nickname, lead_date)
     values ($1, uuidv7(), $2, '陳太太', '2026-11-01') returning lead_id`,
    [organization.organizationId, organization.branchIds[0]],
  );
  const kept = made.rows[0]?.lead_id;
  await base.owner.query("update lead set deleted_at = now(), merged_into = $2 where lead_id = $1", [
    before.lead_id,
    kept,
  ]);
  await receive(base, channel, [inboundText({ from, text: "還在嗎" })]);
  expect((await conversationRows(base, channel)).map((row) => row.lead_id)).toContain(kept);
});

test("an empty list of leads is followed without an error", async () => {
  await expect(followLeads(base.db, organization.scope, [])).resolves.toBeUndefined();
});
