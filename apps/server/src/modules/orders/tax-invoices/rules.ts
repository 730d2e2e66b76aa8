import type { RecordId } from "@homeroom/contract/ids";
import type { TaxInvoiceContent } from "@homeroom/database/order-tables";
import { dayOf } from "#platform/clock/days";

const taipei = "Asia/Taipei";

/** Invoices in Taiwan use whole dollars. */
export const minorOfDollar = 100;

/**
 * Our number of an invoice at ECPay, which accepts each once. It is derived from the receipt, so that the same payment is never
 * invoiced twice. 25 letters and digits.
 */
export function relateNumberOf(receiptId: RecordId): string {
  return BigInt(`0x${receiptId.replaceAll("-", "")}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, "0");
}

interface Line {
  name: string;
  quantity: number;
  /** After its discount. */
  priceMinor: number;
}

/**
 * The bought items, in whole dollars that add up to the amount: each line gets its share by price, rounded down, and the first
 * priced ones get one dollar more until nothing is left. Lines without a share are left out.
 */
export function invoiceItems(lines: readonly Line[], amountMinor: number): TaxInvoiceContent["items"] {
  const dollars = amountMinor / minorOfDollar;
  const sum = lines.reduce((all, { priceMinor }) => all + priceMinor, 0);
  const shares = lines.map(({ priceMinor }) => (sum === 0 ? 0 : Math.floor((dollars * priceMinor) / sum)));
  let left = dollars - shares.reduce((all, share) => all + share, 0);
  const items = lines.map(({ name, quantity, priceMinor }, index) => {
    const more = left > 0 && priceMinor > 0 ? 1 : 0;
    left -= more;
    return { name, count: quantity, amount: (shares[index] ?? 0) + more };
  });
  return items.filter(({ amount }) => amount > 0);
}

/** Invoices are reported in periods of two months, starting with January. */
export function isSamePeriod(one: Date, other: Date): boolean {
  return periodOf(one) === periodOf(other);
}

/** Noon of a day ("2026-11-30") in Taiwan. */
export function dayInTaipei(day: string): Date {
  return new Date(`${day.replaceAll("/", "-")}T12:00:00+08:00`);
}

function periodOf(moment: Date): string {
  const [year = "", month = ""] = dayOf(moment, taipei).split("-");
  return `${year} ${Math.ceil(Number(month) / 2)}`;
}

/** The delay after a temporary failure: one minute, doubled each time, for two days in total; null: give up. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const minutes = 2 ** Math.max(attempts - 1, 0);
  return minutes > 48 * 60 ? null : new Date(now.getTime() + minutes * 60_000);
}
