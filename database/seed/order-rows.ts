import type { AccountId, BranchId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { leadActions } from "@homeroom/contract/leads";
import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import type { OrderEventKind, PaidMethod, ReceiptKind } from "@homeroom/contract/order-words";
import type { ReceiptContent } from "../order-tables.ts";
import { dayOf } from "./clock.ts";
import type { EndOfOrder } from "./order-ends.ts";
import type { Random } from "./random.ts";

const reasons = ["舊生續班", "兄弟姊妹優惠", "早鳥優惠"] as const;
const rejectNote = "轉帳金額與訂單不符";

/** An item for sale and its price. */
export interface SoldItem {
  productId: RecordId | null;
  name: string;
  priceMinor: number;
  currency: CurrencyCode;
}

export interface Buyer {
  leadId: LeadId;
  branchId: BranchId;
  salesId: AccountId | null;
  nickname: string;
  /** The times of the enquiry and of the deal. */
  askedAt: number;
  at: number;
  isDeal: boolean;
}

/** An order before its rows are written. */
export interface Draft {
  random: Random;
  of: { organization_id: OrganizationId; order_id: string };
  number: string;
  buyer: Buyer;
  end: EndOfOrder;
  bought: readonly SoldItem[];
  currency: CurrencyCode;
  /** The discount of each line. */
  shares: readonly number[];
  totalMinor: number;
  paidMinor: number;
  refundedMinor: number;
  refundId: string;
}

type Row = Record<string, unknown>;

/** The lines and amounts of an order: total, paid and refunded. */
export function newDraft(
  given: Pick<Draft, "random" | "of" | "number" | "buyer" | "end"> & { products: readonly SoldItem[] },
): Draft {
  const { products, ...rest } = given;
  const { random, end } = rest;
  const bought = random.sample(products, random.chance(0.25) ? 2 : 1);
  const percent = random.chance(0.3) ? random.pick([5, 10]) : 0;
  // Whole dollars, which every currency has.
  const shares = bought.map((one) => Math.round((one.priceMinor * percent) / 10_000) * 100);
  const totalMinor = sum(bought.map((one) => one.priceMinor)) - sum(shares);
  const paidMinor = end.part ? Math.round(totalMinor / 200) * 100 : end.paidAt ? totalMinor : 0;
  const back = { none: 0, part: Math.round(paidMinor / 400) * 100, all: paidMinor };
  return {
    ...rest,
    bought,
    shares,
    currency: bought[0]?.currency ?? "HKD",
    totalMinor,
    paidMinor,
    refundedMinor: back[end.refund],
    refundId: random.id(),
  };
}

export function orderRow({ of, number, buyer, end, random, currency, shares, ...amounts }: Draft): Row {
  const { totalMinor, paidMinor, refundedMinor } = amounts;
  const discountMinor = sum(shares);
  return {
    ...of,
    order_number: number,
    branch_id: buyer.branchId,
    lead_id: buyer.leadId,
    buyer_name: buyer.nickname,
    currency,
    discount_kind: discountMinor > 0 ? "amount" : "none",
    discount_value: discountMinor,
    discount_reason: discountMinor > 0 ? random.pick(reasons) : "",
    tax_rate: 0,
    tax_included: true,
    gross_minor: totalMinor + discountMinor,
    discount_minor: discountMinor,
    tax_minor: 0,
    total_minor: totalMinor,
    paid_minor: paidMinor,
    refunded_minor: refundedMinor,
    pay_method: end.payMethod,
    paid_method: paidMinor > 0 ? methodOf(end) : null,
    pay_type: "product",
    status: end.status,
    confirm_status: end.confirmStatus,
    confirm_note: end.confirmStatus === "rejected" ? rejectNote : "",
    note: "",
    expires_at: end.expiresAt === null ? null : moment(end.expiresAt),
    paid_at: end.paidAt && !end.part ? moment(end.paidAt) : null,
    created_by: buyer.salesId,
    updated_by: buyer.salesId,
    created_at: moment(end.madeAt),
    updated_at: moment(end.lastAt),
    // Booking a payment creates a new version, and the next payment is named after it.
    version: end.lateAt ? 3 : end.paidAt ? 2 : 1,
  };
}

export function lineRows({ of, bought, shares }: Draft): Row[] {
  return bought.map((one, index) => ({
    ...of,
    position: index + 1,
    product_id: one.productId,
    name: one.name,
    price_minor: one.priceMinor,
    quantity: 1,
    discount_minor: shares[index] ?? 0,
  }));
}

/** The payments that arrived in time, late or a second time. */
export function paymentRows(draft: Draft): Row[] {
  const { end, paidMinor, totalMinor } = draft;
  const late = end.status === "closed" ? "closed" : "alreadyPaid";
  return [
    ...(end.paidAt ? [paymentRow(draft, { at: end.paidAt, amountMinor: paidMinor, kept: null })] : []),
    ...(end.lateAt ? [paymentRow(draft, { at: end.lateAt, amountMinor: totalMinor, kept: late })] : []),
  ];
}

function paymentRow(
  draft: Draft,
  { at, amountMinor, kept }: { at: number; amountMinor: number; kept: string | null },
): Row {
  const { of, random, number, currency, buyer } = draft;
  const provider = providerOf(draft.end);
  return {
    ...of,
    payment_id: random.id(),
    provider,
    reference: referenceOf(number, kept !== null),
    amount_minor: amountMinor,
    currency,
    kept_reason: kept,
    received_at: moment(at),
    recorded_by: provider === "staff" ? buyer.salesId : null,
    created_at: moment(at),
  };
}

export function refundRows({ of, refundId, refundedMinor, currency, end, buyer }: Draft): Row[] {
  if (refundedMinor === 0) return [];
  return [
    {
      ...of,
      refund_id: refundId,
      payment_id: null,
      amount_minor: refundedMinor,
      currency,
      reason: refundReason(end),
      created_by: buyer.salesId,
      created_at: moment(end.lastAt),
    },
  ];
}

interface OrderStep {
  kind: OrderEventKind;
  at: number;
  amountMinor?: number;
  by?: AccountId | null;
  note?: string;
}

export function eventRows(draft: Draft): Row[] {
  const { of, random, currency } = draft;
  return happenings(draft).map(({ kind, at, amountMinor, by = null, note = "" }) => ({
    ...of,
    event_id: random.id(),
    kind,
    amount_minor: amountMinor ?? null,
    currency: amountMinor === undefined ? null : currency,
    note,
    account_id: by,
    created_at: moment(at),
  }));
}

function happenings({ number, end, buyer, totalMinor, paidMinor, refundedMinor }: Draft): OrderStep[] {
  const by = buyer.salesId;
  const payer = providerOf(end) === "staff" ? by : null;
  const note = refundReason(end);
  const all: (OrderStep | false)[] = [
    { kind: "created", at: end.madeAt, amountMinor: totalMinor, by },
    end.paidAt !== null && {
      kind: end.part ? "partlyPaid" : "paid",
      at: end.paidAt,
      amountMinor: paidMinor,
      by: payer,
      note: referenceOf(number, false),
    },
    end.confirmStatus === "rejected" && { kind: "rejected", at: end.lastAt, by, note: rejectNote },
    end.status === "closed" && end.expiresAt !== null && { kind: "closed", at: end.expiresAt },
    end.status === "cancelled" && { kind: "cancelled", at: end.lastAt, by },
    end.lateAt !== null && {
      kind: "paymentKept",
      at: end.lateAt,
      amountMinor: totalMinor,
      note: referenceOf(number, true),
    },
    refundedMinor > 0 && { kind: "refunded", at: end.lastAt, amountMinor: refundedMinor, by, note },
  ];
  return all.filter((one) => one !== false);
}

/** The receipts of paid orders and the credit notes of refunds, numbered by year in the order of issue. */
export function receiptRows(
  drafts: readonly Draft[],
  places: { organization: string; branches: ReadonlyMap<BranchId, string> },
): Row[] {
  const last = new Map<string, number>();
  const given = drafts.flatMap((draft) => receiptsOf(draft)).toSorted((one, other) => one.at - other.at);
  return given.map(({ draft, kind, at, amountMinor, refundId }) => {
    const year = Number(dayOf(at).slice(0, 4));
    const number = (last.get(`${kind} ${year}`) ?? 0) + 1;
    last.set(`${kind} ${year}`, number);
    return {
      ...draft.of,
      receipt_id: draft.random.id(),
      refund_id: refundId,
      kind,
      year,
      number,
      amount_minor: amountMinor,
      currency: draft.currency,
      content: receiptContent(draft, places, kind),
      issued_at: moment(at),
    };
  });
}

/** The last number of each series. */
export function seriesRows(receipts: readonly Row[]): Row[] {
  const all = Map.groupBy(receipts, ({ organization_id, kind, year }) =>
    JSON.stringify({ organization_id, kind, year }),
  );
  return [...all].map(([series, of]) => ({ ...(JSON.parse(series) as Row), last_number: of.length }));
}

interface IssuedReceipt {
  draft: Draft;
  kind: ReceiptKind;
  at: number;
  amountMinor: number;
  refundId: string | null;
}

function receiptsOf(draft: Draft): IssuedReceipt[] {
  const { end, totalMinor, refundedMinor, refundId } = draft;
  if (end.paidAt === null || end.part) return [];
  const receipt: IssuedReceipt = { draft, kind: "receipt", at: end.paidAt, amountMinor: totalMinor, refundId: null };
  if (refundedMinor === 0) return [receipt];
  return [receipt, { draft, kind: "creditNote", at: end.lastAt, amountMinor: refundedMinor, refundId }];
}

function receiptContent(
  { buyer, number, bought, shares, totalMinor, end }: Draft,
  { organization, branches }: { organization: string; branches: ReadonlyMap<BranchId, string> },
  kind: ReceiptKind,
): ReceiptContent {
  const discountMinor = sum(shares);
  return {
    organization,
    branch: branches.get(buyer.branchId) ?? "",
    address: "",
    buyer: buyer.nickname,
    orderNumber: number,
    lines: bought.map(({ name, priceMinor }) => ({ name, quantity: 1, priceMinor })),
    grossMinor: totalMinor + discountMinor,
    discountMinor,
    taxMinor: 0,
    taxIncluded: true,
    totalMinor,
    payMethod: methodOf(end),
    reason: kind === "creditNote" ? refundReason(end) : "",
  };
}

/** The order's entries in the lead's history. */
export function logRow({ of, random, buyer, end, number, totalMinor, currency }: Draft): Row {
  return {
    organization_id: of.organization_id,
    log_id: random.id(),
    lead_id: buyer.leadId,
    action_type: leadActions.order,
    content: "",
    details: { orderID: number, step: "created", amount: fromMinor(totalMinor, currency), currency },
    operator_id: buyer.salesId,
    created_at: moment(end.madeAt),
  };
}

function providerOf({ payMethod }: EndOfOrder): string {
  if (payMethod === "paypal") return "paypal";
  return payMethod === "card" ? "ecpay" : "staff";
}

/** Cards are paid through ECPay. */
function methodOf({ payMethod }: EndOfOrder): PaidMethod {
  return payMethod === "card" ? "ecpay" : payMethod;
}

function referenceOf(number: string, isSecond: boolean): string {
  return `${number}-${isSecond ? 2 : 1}`;
}

function refundReason({ refund }: EndOfOrder): string {
  return refund === "all" ? "搬家退班" : "請假堂數退費";
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function moment(at: number): string {
  return new Date(at).toISOString();
}
