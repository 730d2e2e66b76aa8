import { chat } from "@homeroom/contract/chat";
import {
  type AccountId,
  BranchId,
  type ChannelId,
  type ConversationId,
  type FileId,
  type LeadId,
  type MessageId,
  type OrganizationId,
  RecordId,
  RoleId,
} from "@homeroom/contract/ids";
import { imports } from "@homeroom/contract/imports";
import { v7 } from "uuid";
import { postWebhook, textWebhook } from "../harness/meta-webhook.ts";
import { sendCall } from "../harness/send-call.ts";
import { until } from "../harness/until.ts";
import { type AssistantRows, assistantIds, restageAssistant } from "./assistant-rows.ts";
import { type BulkRows, bulkIds, restageBulk } from "./bulk-rows.ts";
import { type ChatStateRows, chatStateIds, restageChatState } from "./chat-state-rows.ts";
import { type ComposerRows, composerIds, restageComposer } from "./composer-rows.ts";
import { giveUpDelivery } from "./delivery-rows.ts";
import { type FamilyRows, familyIds, restageFamily } from "./family-rows.ts";
import { restageHolding } from "./holding-rows.ts";
import { restageLeadCard } from "./lead-card-rows.ts";
import { type LineRows, lineIds, restageLine } from "./line-rows.ts";
import { restageNotices, writeNotices } from "./notice-rows.ts";
import type { Number } from "./number.ts";
import { picture } from "./picture.ts";
import { stageRole } from "./role-rows.ts";
import { type RuleRows, restageRules, ruleIds } from "./rule-rows.ts";
import { createStaffRows, restageStaff, type StaffRows } from "./staff-rows.ts";
import { staffTable } from "./staff-table.ts";
import { restageTemplates, type TemplateRows, templateIds } from "./template-rows.ts";
import type { Person, World } from "./world.ts";

/** A lead with everything that hangs on it, to be named in requests by people who may not see it. */
export interface Rows
  extends FamilyRows,
    BulkRows,
    RuleRows,
    ChatStateRows,
    TemplateRows,
    AssistantRows,
    ComposerRows,
    LineRows {
  organizationId: OrganizationId;
  leadId: LeadId;
  nickname: string;
  /** The number as stored: digits without the area code. */
  phone: string;
  branchId: BranchId;
  /** A branch of its organisation that nothing belongs to. */
  spareBranchId: BranchId;
  organizationVersion: number;
  salesId: AccountId;
  /** A lead status and a lead channel of its organisation. */
  listItemId: RecordId;
  listItemName: string;
  leadChannelId: RecordId;
  leadChannelName: string;
  /** The same, that no lead has, and a campaign link. */
  spareItemId: RecordId;
  spareChannelId: RecordId;
  utmLinkId: RecordId;
  /** A recipient list that only `salesId` made for themselves. */
  targetId: RecordId;
  targetName: string;
  channelId: ChannelId;
  conversationId: ConversationId;
  inboundId: MessageId;
  pictureId: MessageId;
  failedId: MessageId;
  fileId: FileId;
  /** The signed address that its own people were given. */
  fileUrl: string;
  /** A delivery that was given up, and the text that says why. */
  deliveryId: string;
  problem: string;
  /** An import that `salesId` began, and its file. */
  importId: RecordId;
  importFileId: FileId;
  /** A hand-over that `salesId` ordered. */
  handOverId: RecordId;
  /** A department of its organisation, and an entry of the audit log about the lead. */
  departmentId: RecordId;
  departmentVersion: number;
  auditId: RecordId;
  /** A view that is shared in its organisation. */
  viewId: RecordId;
  viewName: string;
  /** A published notice for one person, who may see the lead, and a draft; and what that person was told of the lead. */
  noticeId: RecordId;
  draftId: RecordId;
  notificationId: RecordId;
  /** A note of the lead, by the one who may see these rows, and a reminder of `salesId`. */
  noteId: RecordId;
  noteWriterId: AccountId;
  reminderId: RecordId;
  /** What only those who may see the lead may ever read. */
  marks: readonly string[];
  /** A role of its organisation, which the teacher of `staff` holds. */
  roleId: RoleId;
  roleName: string;
  /** The lead's, as of the last `restage`. */
  version: number;
  /** A teacher at the branch, one who has left, and the role of teacher there. */
  staff: StaffRows;
}

export interface RowsOf {
  number: Number;
  branchId: BranchId;
  /** The customer's digits, country code 852 first, and name. */
  customer: { phone: string; name: string };
  sales: AccountId;
  /** Who writes back to the customer. */
  writer: Person;
}

/** A customer writes, becomes a lead of `sales`, and is answered with a picture and with a message that fails. */
export async function createRows(world: World, of: RowsOf): Promise<Rows> {
  const { owner } = world.base;
  const { phone, name } = of.customer;
  await postWebhook(
    world.url,
    of.number,
    textWebhook(of.number, [{ from: phone, name, text: `${name}想問課程`, id: `wamid.${phone}` }]),
  );
  const ids = await until("the conversation", async () => {
    const found = await owner.query<{ leadId: LeadId; conversationId: ConversationId; inboundId: MessageId }>(
      `select lead_id as "leadId", conversation_id as "conversationId", message_id as "inboundId"
       from message join conversation using (organization_id, conversation_id) where provider_message_id = $1`,
      [`wamid.${phone}`],
    );
    return found.rows[0];
  });
  for (const table of ["lead", "conversation"])
    await owner.query(`update ${table} set sales_id = $1, tutor_id = null where lead_id = $2`, [of.sales, ids.leadId]);

  const { fileID, url } = await result<{ fileID: FileId; url: string }>(
    sendCall(world.url, chat.uploadFile, {}, { token: of.writer.token, file: picture }),
  );
  const send = (form: { type: "image"; fileID: FileId } | { content: string }) =>
    result<{ messageId: MessageId }>(
      sendCall(world.url, chat.sendMessage, { leadId: ids.leadId, ...form }, { token: of.writer.token }),
    );
  const pictureId = (await send({ type: "image", fileID })).messageId;
  const failedId = (await send({ content: `${name}您好` })).messageId;
  await until("both to be accepted", async () => {
    const found = await owner.query("select from message where message_id = any($1) and state <> 'accepted'", [
      [pictureId, failedId],
    ]);
    return found.rowCount === 0;
  });
  const lists = await owner.query<
    Pick<Rows, "listItemId" | "listItemName" | "leadChannelId" | "leadChannelName" | "organizationId">
  >(
    `select item_id as "listItemId", list_item.name as "listItemName", lead_channel_id as "leadChannelId",
       lead_channel.name as "leadChannelName", organization_id as "organizationId" from channel
     join list_item using (organization_id) join lead_channel using (organization_id)
     where channel_id = $1 and project_id = 3 and parent_id is null limit 1`,
    [of.number.channelId],
  );
  const [list] = lists.rows;
  if (!list) throw new Error("The organisation has no lists");
  const delivery = await giveUpDelivery(world, of);
  const imported = await importTable(world, of);
  const staff = await createStaffRows(world, { branchId: of.branchId, name });
  const kept = await createRecords(world, of, ids.leadId);
  const notices = await writeNotices(world, of, ids.leadId);
  const role = { roleId: RoleId.parse(v7()), roleName: `${name}的角色` };
  await stageRole(world, { ...role, branchId: of.branchId, staff });
  const spareBranchId = BranchId.parse(v7());
  const newId = () => RecordId.parse(v7());
  const family = familyIds();
  const card = { noteId: newId(), reminderId: newId() };
  // The limited person stands for those who see the rows that are their own.
  const isLimited = of.sales === world.limited.accountId && of.branchId === world.ours.branchIds[0];
  const settings = {
    viewId: newId(),
    spareItemId: newId(),
    spareChannelId: newId(),
    utmLinkId: newId(),
    targetId: newId(),
    targetName: `${name}的對象`,
  };
  const bulk = bulkIds(name);
  const rules = ruleIds();
  const chatState = chatStateIds();
  const templates = templateIds(of.number);
  const assistant = assistantIds(name);
  const composer = composerIds();
  return {
    ...role,
    ...family,
    ...lineIds(of.branchId, ids.leadId),
    ...ids,
    ...list,
    nickname: name,
    phone: phone.slice(3),
    branchId: of.branchId,
    salesId: of.sales,
    channelId: of.number.channelId,
    pictureId,
    failedId,
    fileId: fileID,
    fileUrl: url,
    ...delivery,
    ...imported,
    ...kept,
    departmentVersion: 0,
    ...settings,
    ...bulk,
    ...card,
    noteWriterId: isLimited ? of.sales : of.writer.accountId,
    ...rules,
    ...chatState,
    ...templates,
    ...assistant,
    ...composer,
    viewName: `${name}的檢視`,
    ...notices,
    marks: [
      ...Object.values(ids),
      ...Object.values(family),
      ...Object.values(notices),
      ...Object.values(role),
      ...Object.values(card),
      chatState.eventId,
      pictureId,
      failedId,
      fileID,
      name,
      phone.slice(3),
      delivery.problem,
      settings.viewId,
      settings.utmLinkId,
      settings.targetId,
      ...Object.values(bulk),
      ...Object.values(composer),
      // Their sales person gets the leads of others, as the product gives them.
      rules.ruleId,
      rules.absenceId,
      ...Object.values(assistant),
      ...Object.values(imported),
      spareBranchId,
      ...staff.marks,
    ],
    spareBranchId,
    organizationVersion: 0,
    version: 0,
    staff,
  };
}

/**
 * Sets up anew what a call may have used up: the failed message, the given up delivery, the spare branch, the versions to be
 * named.
 */
export async function restage({ base }: Pick<World, "base">, rows: Rows): Promise<void> {
  await restageInbox({ base }, rows);
  await restageNotices(base.owner, rows);
  await restageSettings({ base }, rows);
  await restageFamily({ base }, rows);
  await restagePlaces({ base }, rows);
  await restageStaff({ base }, rows.staff);
  await restageRules({ base }, rows);
  await stageRole({ base }, rows);
  await restageBulk({ base }, rows);
  await restageLeadCard({ base }, rows);
  await restageChatState({ base }, rows);
  await restageTemplates({ base }, rows);
  await restageAssistant({ base }, rows);
  await restageHolding({ base }, rows);
  await restageComposer({ base }, rows);
  await restageLine(base, rows);
  // Who looks at the product as a role may do what the role may, and no other call could be judged.
  await base.owner.query("update session set view_as_role_id = null where view_as_role_id is not null");
  rows.version = await versionOf({ base }, "lead", rows.leadId);
}

type Stage = Pick<World, "base">;

async function restageInbox({ base }: Stage, rows: Rows): Promise<void> {
  await base.owner.query(
    "update message set state = 'failed', error_class = 'permanent', error_code = '131000', error_reason = 'unknown' where message_id = $1",
    [rows.failedId],
  );
  await base.owner.query(
    "update inbound_delivery set given_up_at = now(), processed_at = null, problem = $2 where delivery_id = $1",
    [rows.deliveryId, rows.problem],
  );
  const open = "update channel set status = 1, stopped_at = null, stopped_reason = null where channel_id = $1";
  await base.owner.query(open, [rows.channelId]);
  // Whoever was last spoken to through another channel.
  await base.owner.query(
    `update conversation set contact_id = person.contact_id from channel_contact as person
     where conversation.conversation_id = $1 and person.organization_id = conversation.organization_id
       and person.lead_id = conversation.lead_id and person.channel_id = $2`,
    [rows.conversationId, rows.channelId],
  );
}

/** A shared view, an item and a channel that no lead has, a campaign link. */
async function restageSettings({ base }: Stage, rows: Rows): Promise<void> {
  await base.owner.query(
    `insert into saved_view (organization_id, view_id, account_id, screen, name, query, is_shared)
     select organization_id, $2, account_id, 'leads', $3, 'status=1', true from account where account_id = $1
     on conflict do nothing`,
    [rows.salesId, rows.viewId, rows.viewName],
  );
  await base.owner.query(
    `insert into list_item (organization_id, item_id, project_id, name) values ($1, $2::uuid, 8, $2::uuid::text)
     on conflict do nothing`,
    [rows.organizationId, rows.spareItemId],
  );
  await base.owner.query(
    `insert into lead_channel (organization_id, lead_channel_id, name) values ($1, $2::uuid, $2::uuid::text)
     on conflict do nothing`,
    [rows.organizationId, rows.spareChannelId],
  );
  await base.owner.query(
    `insert into utm_link (organization_id, utm_link_id, url, source, medium, campaign, link)
     values ($1, $2::uuid, '', '', '', '', $2::uuid::text) on conflict do nothing`,
    [rows.organizationId, rows.utmLinkId],
  );
  await base.owner.query("update utm_link set deleted_at = null where utm_link_id = $1", [rows.utmLinkId]);
  await base.owner.query(
    `insert into recipient_list (organization_id, list_id, branch_id, owner_id, name, query_rule, lead_count)
     values ($1, $2, $3, $4, $5, '{}', 0)
     on conflict (organization_id, list_id) do update set deleted_at = null, open_status = 1`,
    [rows.organizationId, rows.targetId, rows.branchId, rows.salesId, rows.targetName],
  );
}

async function restagePlaces({ base }: Stage, rows: Rows): Promise<void> {
  await base.owner.query(
    `insert into branch (organization_id, branch_id, name, time_zone, sort)
     select organization_id, $1::uuid, $1::uuid::text, 'Asia/Hong_Kong', 100 from branch where branch_id = $2
     on conflict (organization_id, branch_id) do update set status = 1, version = 1, name = excluded.name`,
    [rows.spareBranchId, rows.branchId],
  );
  rows.organizationVersion = await versionOf({ base }, "organization", rows.organizationId);
  await base.owner.query(
    `insert into department (organization_id, department_id, name, code)
     values ($1, $2::uuid, '教務部', $2::uuid::text) on conflict do nothing`,
    [rows.organizationId, rows.departmentId],
  );
  rows.departmentVersion = await versionOf({ base }, "department", rows.departmentId);
}

async function versionOf({ base }: Stage, table: "lead" | "organization" | "department", id: string): Promise<number> {
  const found = await base.owner.query<{ version: number }>(`select version from ${table} where ${table}_id = $1`, [
    id,
  ]);
  return found.rows[0]?.version ?? 0;
}

async function createRecords({ base }: World, { customer }: RowsOf, leadId: LeadId) {
  const departmentId = RecordId.parse(v7());
  const auditId = RecordId.parse(v7());
  await base.owner.query(
    `insert into audit_entry (organization_id, audit_id, module, action, subject_type, subject_id, subject_name)
     select organization_id, $2, 'lead', 'edited', 'lead', lead_id, $3 from lead where lead_id = $1`,
    [leadId, auditId, customer.name],
  );
  return { departmentId, auditId };
}

/** A table of staff that the writer stored for `sales`, and an import of it that found its only row wrong. */
async function importTable(world: World, of: RowsOf) {
  const { fileID } = await result<{ fileID: FileId }>(
    sendCall(world.url, imports.uploadStaff, {}, { token: of.writer.token, file: staffTable }),
  );
  const importId = RecordId.parse(v7());
  await world.base.owner.query("update stored_file set created_by = $2 where file_id = $1", [fileID, of.sales]);
  await world.base.owner.query(
    `insert into import_run (organization_id, import_id, kind, account_id, branch_id, file_id, file_name, content_type,
       encoding, delimiter, mapping, options, actor, language, dry_run, state, total, processed, created_count)
     select organization_id, $2, 'staff', $3, $4, file_id, name, content_type, 'utf-8', ',', '{}', '{}', '{"nickname":"甲"}', 'en', false,
       'done', 1, 1, 1 from stored_file where file_id = $1`,
    [fileID, importId, of.sales, of.branchId],
  );
  const handOverId = RecordId.parse(v7());
  await world.base.owner.query(
    `insert into hand_over (organization_id, hand_over_id, account_id, nickname, created_by, actor, plan, leaves, state, total)
     select organization_id, $2, $3, $4, $3, '{}', '[]', false, 'done', 0 from import_run where import_id = $1`,
    [importId, handOverId, of.sales, `${of.customer.name}的業務`],
  );
  return { importId, importFileId: fileID, handOverId };
}

async function result<Result>(answer: ReturnType<typeof sendCall>): Promise<Result> {
  const { body, text } = await answer;
  if (!body?.success) throw new Error(`Building rows was refused: ${text}`);
  return body.resultData as Result;
}
