import { RecordId } from "@homeroom/contract/ids";
import type { ReceiptKind } from "@homeroom/contract/order-words";
import type { ReceiptContent } from "@homeroom/database/order-tables";
import { sql } from "kysely";
import { v7 } from "uuid";
import { addressOfBranch, organizationOf, timeZoneOf } from "#modules/organizations/public";
import { dayOf, today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { linesOf, paymentsOf } from "../queries/order-parts.ts";
import type { Order } from "../queries/orders.ts";
import { receiptSettingOf } from "../receipt-kinds/queries.ts";
import { paidBy } from "../rules/paid-by.ts";
import { planTaxInvoice } from "../tax-invoices/writes.ts";

interface Issue {
  kind: ReceiptKind;
  amountMinor: number;
  refundId?: RecordId;
  /** The reason and way of the refund. */
  reason?: string;
  refundedBy?: ReceiptContent["refundedBy"];
  /** For an instalment: an order may have several. */
  isPart?: boolean;
  /** The name on it; by default the order's buyer. */
  buyer?: string;
}

/**
 * Issues the receipt of a locked order, or the credit note of a refund, with the next number of the organisation's series of this
 * year. The series stays locked until the transaction ends, so call it last. An order has one receipt that is
 * not void, or several for its instalments.
 */
export async function issueReceipt(tx: Tx, scope: Scope, order: Order, issue: Issue): Promise<void> {
  if (issue.kind === "receipt" && !issue.isPart && (await hasReceipt(tx, scope, order.order_id))) return;
  const { kind, amountMinor, refundId = null, reason = "" } = issue;
  const content = {
    ...(await contentOf(tx, scope, order, { kind, reason })),
    ...(issue.buyer && { buyer: issue.buyer }),
    ...(issue.refundedBy && { refundedBy: issue.refundedBy }),
  };
  const year = Number(today(await timeZoneOf(tx, scope, order.branch_id)).slice(0, 4));
  const number = await nextNumber(tx, scope, { kind, year });
  const receiptId = RecordId.parse(v7());
  await tx
    .insertInto("receipt")
    .values({
      organization_id: scope.organizationId,
      receipt_id: receiptId,
      order_id: order.order_id,
      refund_id: refundId,
      kind,
      year,
      number,
      amount_minor: amountMinor,
      currency: order.currency,
      content: JSON.stringify(content),
      is_part: issue.isPart ?? false,
    })
    .execute();
  await planTaxInvoice(tx, scope, order, { receiptId, kind, amountMinor, reason });
}

/** Whether an order has a receipt that is not void. */
export async function hasReceipt(tx: Tx, scope: Scope, orderId: RecordId): Promise<boolean> {
  const found = await tx
    .selectFrom("receipt")
    .select("receipt_id")
    .where("organization_id", "=", scope.organizationId)
    .where("order_id", "=", orderId)
    .where("kind", "=", "receipt")
    .where("voided_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

async function nextNumber(tx: Tx, scope: Scope, { kind, year }: { kind: ReceiptKind; year: number }): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into receipt_series (organization_id, kind, year, last_number) values (${scope.organizationId}, ${kind}, ${year}, 1)
    on conflict (organization_id, kind, year) do update set last_number = receipt_series.last_number + 1
    returning last_number as number`.execute(tx);
  const [next] = rows;
  if (!next) throw new Error("A series gives a number");
  return next.number;
}

async function contentOf(
  tx: Tx,
  scope: Scope,
  order: Order,
  { kind, reason }: { kind: ReceiptKind; reason: string },
): Promise<ReceiptContent> {
  const organization = await organizationOf(tx, scope);
  const branch = await addressOfBranch(tx, scope, order.branch_id);
  const lines = await linesOf(tx, scope, [order.order_id]);
  const payments = await paymentsOf(tx, scope, order.order_id);
  const school = kind === "receipt" ? await schoolOf(tx, scope, order) : undefined;
  return {
    organization: organization?.name ?? "",
    branch: branch?.name ?? "",
    address: branch?.address ?? "",
    buyer: order.buyer_name,
    orderNumber: order.order_number,
    lines: lines.map(({ name, quantity, price_minor: priceMinor }) => ({ name, quantity, priceMinor })),
    grossMinor: order.gross_minor,
    discountMinor: order.discount_minor,
    taxMinor: order.tax_minor,
    taxIncluded: order.tax_included,
    totalMinor: order.total_minor,
    payMethod: paidBy(order.pay_method, payments),
    reason,
    ...(school && { school }),
  };
}

/** The school's details on a formal receipt; undefined for plain ones. */
async function schoolOf(tx: Tx, scope: Scope, order: Order): Promise<ReceiptContent["school"]> {
  const { kind, schoolName, schoolNumber, venue, supervisor } = await receiptSettingOf(tx, scope);
  if (kind !== "hkSchool") return undefined;
  const made = dayOf(order.created_at, await timeZoneOf(tx, scope, order.branch_id));
  const month = order.covered_month ?? made.slice(0, 7);
  return { name: schoolName, number: schoolNumber, venue, supervisor, month };
}
