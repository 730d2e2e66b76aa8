import { chat } from "@homeroom/contract/chat";
import type {
  AccountId,
  BranchId,
  ChannelId,
  ConversationId,
  FileId,
  LeadId,
  MessageId,
  RecordId,
} from "@homeroom/contract/ids";
import { postWebhook, textWebhook } from "../harness/meta-webhook.ts";
import { sendCall } from "../harness/send-call.ts";
import { until } from "../harness/until.ts";
import type { Number } from "./number.ts";
import { picture } from "./picture.ts";
import type { Person, World } from "./world.ts";

/** A lead with everything that hangs on it, to be named in requests by people who may not see it. */
export interface Rows {
  leadId: LeadId;
  nickname: string;
  /** The number as stored: digits without the area code. */
  phone: string;
  branchId: BranchId;
  salesId: AccountId;
  /** A lead status and a lead channel of its organisation. */
  listItemId: RecordId;
  leadChannelId: RecordId;
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
  /** What only those who may see the lead may ever read. */
  marks: readonly string[];
  /** The lead's, as of the last `restage`. */
  version: number;
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
  const lists = await owner.query<{ listItemId: RecordId; leadChannelId: RecordId }>(
    `select item_id as "listItemId", lead_channel_id as "leadChannelId" from channel
     join list_item using (organization_id) join lead_channel using (organization_id)
     where channel_id = $1 and project_id = 3 and parent_id is null limit 1`,
    [of.number.channelId],
  );
  const [list] = lists.rows;
  if (!list) throw new Error("The organisation has no lists");
  const delivery = await giveUpDelivery(world, of);
  return {
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
    marks: [...Object.values(ids), pictureId, failedId, fileID, name, phone.slice(3), delivery.problem],
    version: 0,
  };
}

/** Sets up anew what a call may have used up: the failed message, the given up delivery, the version to be named. */
export async function restage({ base }: World, rows: Rows): Promise<void> {
  await base.owner.query(
    "update message set state = 'failed', error_class = 'permanent', error_code = '131000', error_reason = 'unknown' where message_id = $1",
    [rows.failedId],
  );
  await base.owner.query(
    "update inbound_delivery set given_up_at = now(), processed_at = null, problem = $2 where delivery_id = $1",
    [rows.deliveryId, rows.problem],
  );
  const found = await base.owner.query<{ version: number }>("select version from lead where lead_id = $1", [
    rows.leadId,
  ]);
  rows.version = found.rows[0]?.version ?? 0;
}

async function giveUpDelivery({ base }: World, { number, customer }: RowsOf) {
  const problem = `不明的事件 ${customer.phone}`;
  const made = await base.owner.query<{ delivery_id: string }>(
    `insert into inbound_delivery (organization_id, channel_id, event_id, payload, attempts, problem, given_up_at)
     select organization_id, channel_id, $2, '{}', 5, $3, now() from channel where channel_id = $1
     returning delivery_id`,
    [number.channelId, `given-up-${customer.phone}`, problem],
  );
  return { deliveryId: String(made.rows[0]?.delivery_id), problem };
}

async function result<Result>(answer: ReturnType<typeof sendCall>): Promise<Result> {
  const { body, text } = await answer;
  if (!body?.success) throw new Error(`Building rows was refused: ${text}`);
  return body.resultData as Result;
}
