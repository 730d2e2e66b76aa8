import { randomInt } from "node:crypto";
import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { InvoiceChoice } from "@homeroom/contract/invoice-choice";
import type { PayMethod, PayType } from "@homeroom/contract/order-words";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Order } from "../queries/orders.ts";
import type { Instalment } from "../rules/instalments.ts";
import { newOrder } from "../rules/order-state.ts";
import { type ReadOrder, storedDiscount } from "../rules/read-form.ts";

export interface NewOrderRow {
  recordID: RecordId;
  /** The day in its number. */
  day: string;
  read: ReadOrder;
  payMethod: PayMethod;
  payType: PayType;
  note: string;
  discountReason: string;
  coveredMonth?: string | undefined;
  invoice?: InvoiceChoice | undefined;
  /** Written by the caller, after the row. */
  instalments?: readonly Instalment[];
  /** A lead, or an organisation that buys a plan. */
  buyer: { leadId: LeadId | null; branchId: BranchId; nickname: string };
  /** Null: automatic. */
  createdBy: AccountId | null;
}

/** Numbers are random, so that they do not reveal sales figures; a taken number is drawn again. */
const drawsOfNumber = 5;

/** Writes the row of a new order; undefined when its id is taken. */
export async function insertOrderRow(tx: Tx, scope: Scope, row: NewOrderRow): Promise<Order | undefined> {
  for (let draws = 0; draws < drawsOfNumber; draws += 1) {
    const number = `${row.day.replaceAll("-", "")}${String(randomInt(100_000_000)).padStart(8, "0")}`;
    const made = await tx
      .insertInto("sale_order")
      .values({ organization_id: scope.organizationId, order_number: number, ...columnsOf(row) })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) return made;
  }
  return undefined;
}

/** Writes the lines of a new order. */
export async function insertOrderLines(
  tx: Tx,
  scope: Scope,
  { recordID, read }: Pick<NewOrderRow, "recordID" | "read">,
): Promise<void> {
  await tx
    .insertInto("order_line")
    .values(
      read.items.map((item, index) => ({
        organization_id: scope.organizationId,
        order_id: recordID,
        position: index + 1,
        product_id: item.productId,
        name: item.name,
        price_minor: item.priceMinor,
        quantity: item.quantity,
        discount_minor: read.price.lines[index]?.discountMinor ?? 0,
      })),
    )
    .execute();
}

function columnsOf({
  recordID,
  read,
  payMethod,
  payType,
  note,
  discountReason,
  coveredMonth,
  invoice,
  instalments = [],
  buyer,
  createdBy,
}: NewOrderRow) {
  const { price, currency } = read;
  const now = new Date();
  const state = newOrder({ payMethod, currency, totalMinor: price.totalMinor }, now);
  return {
    order_id: recordID,
    branch_id: buyer.branchId,
    lead_id: buyer.leadId,
    buyer_name: buyer.nickname,
    currency,
    discount_kind: read.discount.kind,
    discount_value: storedDiscount(read.discount),
    discount_reason: discountReason,
    covered_month: coveredMonth ?? null,
    invoice_choice: invoice ? JSON.stringify(invoice) : null,
    tax_rate: read.tax.rate,
    tax_included: read.tax.included,
    gross_minor: price.grossMinor,
    discount_minor: price.discountMinor,
    tax_minor: price.taxMinor,
    total_minor: price.totalMinor,
    pay_method: payMethod,
    pay_type: payType,
    status: state.status,
    confirm_status: state.confirmStatus,
    note,
    line_names: read.items.map(({ name }) => name).join(" "),
    instalment_count: instalments.length,
    next_due_on: state.status === "pending" ? (instalments[0]?.dueOn ?? null) : null,
    // Instalments have their own days.
    expires_at: instalments.length > 0 ? null : state.expiresAt,
    paid_at: state.status === "paid" ? now : null,
    created_by: createdBy,
    updated_by: createdBy,
  };
}
