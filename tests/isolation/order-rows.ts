import { randomInt } from "node:crypto";
import { MessageId, type RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { LeadRows } from "./lead-rows.ts";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** An order of the lead that nobody has paid yet, and one that was paid and paid again. */
export interface OrderRows {
  orderId: RecordId;
  orderNumber: string;
  paidOrderId: RecordId;
  paidOrderNumber: string;
  keptPaymentId: RecordId;
  /** A payment that came after the first order had expired, and can still be counted. */
  latePaymentId: RecordId;
  receiptId: RecordId;
  /** The e-invoice of that receipt, which failed. */
  taxInvoiceId: RecordId;
  /** A picture of a transfer for the first order. */
  proofId: RecordId;
  /** A picture that the customer sent in the chat. */
  pictureMessageId: MessageId;
  /** A cart that they sent. */
  cartMessageId: MessageId;
}

export function orderIds(): OrderRows {
  const number = () => `20990101${String(randomInt(100_000_000)).padStart(8, "0")}`;
  return {
    orderId: newId(),
    orderNumber: number(),
    paidOrderId: newId(),
    paidOrderNumber: number(),
    keptPaymentId: newId(),
    latePaymentId: newId(),
    receiptId: newId(),
    taxInvoiceId: newId(),
    proofId: newId(),
    pictureMessageId: MessageId.parse(v7()),
    cartMessageId: MessageId.parse(v7()),
  };
}

/** Puts both orders back as they were made. */
export async function restoreOrders({ base }: Stage, rows: LeadRows & OrderRows): Promise<void> {
  const { orderId, orderNumber, paidOrderId, paidOrderNumber, keptPaymentId, latePaymentId, receiptId, leadId } = rows;
  for (const table of [
    "order_instalment",
    "receipt",
    "refund",
    "platform_refund",
    "payment_acceptance",
    "payment",
    "order_event",
  ])
    await base.owner.query(`delete from ${table} where order_id = any($1)`, [[orderId, paidOrderId]]);
  const write = (id: string, number: string, paid: number) =>
    base.owner.query(
      `insert into sale_order (organization_id, order_id, order_number, branch_id, lead_id, buyer_name, currency,
         discount_kind, gross_minor, discount_minor, tax_minor, total_minor, paid_minor, pay_method, status, confirm_status)
       select organization_id, $1, $2, branch_id, lead_id, nickname, 'HKD', 'none', 120000, 0, 0, 120000, $4::bigint, 'cash',
         case when $4::bigint > 0 then 'paid' else 'pending' end, 'unconfirmed' from lead where lead_id = $3
       on conflict (organization_id, order_id) do update set status = excluded.status, confirm_status = 'unconfirmed',
         paid_minor = excluded.paid_minor, refunded_minor = 0, paid_at = null, note = '', version = 1, instalment_count = 0, next_due_on = null, image_file_id = null, image_at = null,
         discount_kind = 'none', discount_value = 0, discount_reason = '', discount_minor = 0, tax_minor = 0, total_minor = 120000,
         lead_id = excluded.lead_id`,
      [id, number, leadId, paid],
    );
  // A platform that supports refunds; nothing answers with these keys, so each request stays open.
  await base.owner.query(
    `insert into payment_platform (organization_id, platform_id, provider, status, fields, secrets)
     select organization_id, gen_random_uuid(), 'paypal', 0, '{}', $2 from lead where lead_id = $1 on conflict do nothing`,
    [leadId, base.platform.secrets.seal({ clientSecret: "nobody's" })],
  );
  await write(orderId, orderNumber, 0);
  await write(paidOrderId, paidOrderNumber, 120_000);
  await base.owner.query(
    `with line as (
       insert into order_line (organization_id, order_id, position, name, price_minor, quantity)
       select organization_id, order_id, 1, '鋼琴初班', 120000, 1 from sale_order where order_id = any($2::uuid[])
       on conflict do nothing)
     insert into purchase (organization_id, purchase_id, order_id, position, bought_on, valid_until)
     select organization_id, gen_random_uuid(), order_id, 1, '2099-01-01', '2099-06-30' from sale_order where order_id = $1
     on conflict do nothing`,
    [paidOrderId, [orderId, paidOrderId]],
  );
  const keep = (id: string, paidFor: string, reason: string) =>
    base.owner.query(
      `insert into payment (organization_id, payment_id, order_id, provider, reference, amount_minor, currency, kept_reason,
         received_at)
       select organization_id, $1, order_id, 'paypal', $3, 120000, 'HKD', $4, now() from sale_order
       where order_id = $2 on conflict do nothing`,
      [id, paidFor, `capture ${id}`, reason],
    );
  await keep(keptPaymentId, paidOrderId, "alreadyPaid");
  await keep(latePaymentId, orderId, "closed");
  const content = { organization: "", branch: "", address: "", buyer: "", orderNumber: paidOrderNumber, lines: [] };
  const amounts = { grossMinor: 120_000, discountMinor: 0, taxMinor: 0, taxIncluded: true, totalMinor: 120_000 };
  await base.owner.query(
    `insert into receipt (organization_id, receipt_id, order_id, kind, year, number, amount_minor, currency, content)
     select organization_id, $1, order_id, 'receipt', 2098, right(order_number, 8)::int, 120000, 'HKD', $3 from sale_order
     where order_id = $2 on conflict do nothing`,
    [receiptId, paidOrderId, JSON.stringify({ ...content, ...amounts, payMethod: "cash", reason: "" })],
  );
  const choice = { kind: "member", carrier: "", loveCode: "", companyNumber: "", companyName: "", email: "" };
  await base.owner.query(
    `insert into tax_invoice (organization_id, task_id, order_id, receipt_id, way, amount_minor, content, state, problem,
       attempts, next_attempt_at)
     select organization_id, $1, order_id, receipt_id, 'invoice', 120000, $3, 'failed', 'noContact', 1, null from receipt
     where receipt_id = $2 on conflict do nothing`,
    [
      rows.taxInvoiceId,
      receiptId,
      JSON.stringify({ taxType: "taxable", items: [], buyer: { name: "", email: "", phone: "" }, choice }),
    ],
  );
  await base.owner.query(
    `insert into transfer_proof (organization_id, proof_id, branch_id, lead_id, order_id, source)
     select organization_id, $1, branch_id, lead_id, order_id, 'customer' from sale_order where order_id = $2
     on conflict (organization_id, proof_id) do update set state = 'waiting', decided_at = null, decided_by = null,
       version = 1, amount_minor = null, currency = null, payer = '', reference = '', note = '', lead_id = excluded.lead_id,
       order_id = excluded.order_id, branch_id = excluded.branch_id`,
    [rows.proofId, orderId],
  );
  await base.owner.query(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind, text,
       file_id, author, state, sent_at, version)
     select organization_id, $2, conversation_id, $3, contact_id, last_position + 1100, 'in', 'image', '已轉帳', $4, 'staff',
       'received', now(), version from conversation where conversation_id = $1 on conflict do nothing`,
    [rows.conversationId, rows.pictureMessageId, rows.channelId, rows.fileId],
  );
  await base.owner.query(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind, text,
       details, author, state, sent_at, version)
     select organization_id, $2, conversation_id, $3, contact_id, last_position + 1101, 'in', 'order', '', $4, 'staff',
       'received', now(), version from conversation where conversation_id = $1 on conflict do nothing`,
    [
      rows.conversationId,
      rows.cartMessageId,
      rows.channelId,
      JSON.stringify({ items: [{ productId: "PIANO", quantity: 1, price: 1200, currency: "HKD" }] }),
    ],
  );
}
