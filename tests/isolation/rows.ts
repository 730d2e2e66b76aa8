import { chat } from "@homeroom/contract/chat";
import {
  BranchId,
  type ConversationId,
  type FileId,
  type LeadId,
  type MessageId,
  RoleId,
} from "@homeroom/contract/ids";
import { imports } from "@homeroom/contract/imports";
import { v7 } from "uuid";
import { postWebhook, textWebhook } from "../harness/meta-webhook.ts";
import { sendCall } from "../harness/send-call.ts";
import { until } from "../harness/until.ts";
import { type AdvertisingRows, advertisingIds } from "./advertising-rows.ts";
import { type AssistantRows, assistantIds } from "./assistant-rows.ts";
import { type BillingRows, billingIds } from "./billing-rows.ts";
import { type BroadcastRows, broadcastIds } from "./broadcast-rows.ts";
import { type BulkRows, bulkIds } from "./bulk-rows.ts";
import { type ChatStateRows, chatStateIds } from "./chat-state-rows.ts";
import { type ComposerRows, composerIds } from "./composer-rows.ts";
import { giveUpDelivery } from "./delivery-rows.ts";
import type { EmailRows } from "./email-rows.ts";
import { type FamilyRows, familyIds } from "./family-rows.ts";
import { type ImageRows, imageIds } from "./image-rows.ts";
import { type LandingRows, landingIds } from "./landing-rows.ts";
import type { LeadRows, RowsOf } from "./lead-rows.ts";
import { type LineRows, lineIds } from "./line-rows.ts";
import { newId } from "./new-id.ts";
import { writeNotices } from "./notice-rows.ts";
import { type OrderRows, orderIds } from "./order-rows.ts";
import { picture } from "./picture.ts";
import { type PlainListRows, plainListIds } from "./plain-list-rows.ts";
import { type PlatformRows, platformIds } from "./platform-rows.ts";
import { type ProductRows, productIds } from "./product-rows.ts";
import { stageRole } from "./role-rows.ts";
import { type RuleRows, ruleIds } from "./rule-rows.ts";
import { createStaffRows } from "./staff-rows.ts";
import { staffTable } from "./staff-table.ts";
import { type TemplateRows, templateIds } from "./template-rows.ts";
import type { World } from "./world.ts";

/** A lead with everything that depends on it, which people without access name in requests. */
export interface Rows
  extends LeadRows,
    FamilyRows,
    BulkRows,
    RuleRows,
    ChatStateRows,
    TemplateRows,
    BroadcastRows,
    AssistantRows,
    ComposerRows,
    LineRows,
    EmailRows,
    ProductRows,
    OrderRows,
    PlatformRows,
    BillingRows,
    ImageRows,
    LandingRows,
    AdvertisingRows,
    PlainListRows {}

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
  const family = familyIds();
  const card = { noteId: newId(), reminderId: newId() };
  // The limited person represents people who see only their own rows.
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
  const broadcasts = broadcastIds(name);
  const templates = templateIds(of.number);
  const assistant = assistantIds(name);
  const composer = composerIds();
  const product = productIds(name);
  const order = orderIds();
  const platform = platformIds();
  const plan = billingIds();
  const image = imageIds(name);
  const landing = landingIds(name);
  const advertising = advertisingIds();
  const plain = plainListIds(name);
  return {
    ...role,
    ...family,
    ...lineIds(of.branchId, ids.leadId),
    mailPort: world.sandbox.smtpPort ?? 0,
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
    ...broadcasts,
    ...assistant,
    ...composer,
    ...product,
    ...order,
    ...platform,
    ...plan,
    ...image,
    ...landing,
    ...advertising,
    ...plain,
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
      ...Object.values(broadcasts),
      ...Object.values(bulk),
      ...Object.values(composer),
      ...Object.values(product),
      ...Object.values(order),
      ...Object.values(platform),
      ...Object.values(plan),
      ...Object.values(image),
      ...Object.values(landing),
      ...Object.values(advertising),
      ...Object.values(plain.plainIds),
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

async function createRecords({ base }: World, { customer }: RowsOf, leadId: LeadId) {
  const departmentId = newId();
  const auditId = newId();
  await base.owner.query(
    `insert into audit_entry (organization_id, audit_id, module, action, subject_type, subject_id, subject_name)
     select organization_id, $2, 'lead', 'edited', 'lead', lead_id, $3 from lead where lead_id = $1`,
    [leadId, auditId, customer.name],
  );
  return { departmentId, auditId };
}

/** A table of staff, stored by the writer for `sales`, and an import of it that found an error in its only row. */
async function importTable(world: World, of: RowsOf) {
  const { fileID } = await result<{ fileID: FileId }>(
    sendCall(world.url, imports.uploadStaff, {}, { token: of.writer.token, file: staffTable }),
  );
  const importId = newId();
  await world.base.owner.query("update stored_file set created_by = $2 where file_id = $1", [fileID, of.sales]);
  await world.base.owner.query(
    `insert into import_run (organization_id, import_id, kind, account_id, branch_id, file_id, file_name, content_type,
       encoding, delimiter, mapping, options, actor, language, dry_run, state, total, processed, created_count)
     select organization_id, $2, 'staff', $3, $4, file_id, name, content_type, 'utf-8', ',', '{}', '{}', '{"nickname":"甲"}', 'en', false,
       'done', 1, 1, 1 from stored_file where file_id = $1`,
    [fileID, importId, of.sales, of.branchId],
  );
  const handOverId = newId();
  await world.base.owner.query(
    `insert into hand_over (organization_id, hand_over_id, account_id, nickname, created_by, actor, plan, leaves, state, total, moved)
     select organization_id, $2, $3, $4, $3, '{}', '[]', false, 'done', 1, 1 from import_run where import_id = $1`,
    [importId, handOverId, of.sales, `${of.customer.name}的業務`],
  );
  return { importId, importFileId: fileID, handOverId };
}

async function result<Result>(answer: ReturnType<typeof sendCall>): Promise<Result> {
  const { body, text } = await answer;
  if (!body?.success) throw new Error(`Building rows was refused: ${text}`);
  return body.resultData as Result;
}
