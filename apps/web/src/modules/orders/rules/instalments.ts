import { fromMinor, toMinor } from "@homeroom/contract/money";
import type { OrderDetail } from "@homeroom/contract/orders";

/** The amount due of an order: the open part of its next instalment, or the whole open amount without instalments. */
export function dueNext({ instalments, open, currency }: Pick<OrderDetail, "instalments" | "open" | "currency">): {
  part: OrderDetail["instalments"][number] | undefined;
  amount: number;
} {
  const part = instalments.find(({ state }) => state !== "paid");
  const minor = (amount: number) => toMinor(amount, currency) ?? 0;
  return { part, amount: part ? fromMinor(minor(part.amount) - minor(part.paid), currency) : open };
}

/** The same day of each month, starting with a first one; the last day in shorter months. */
export function monthlyDays(first: string, count: number): string[] {
  const [year = 0, month = 0, day = 0] = first.split("-").map(Number);
  return Array.from({ length: count }, (_, index) => {
    const lastOfMonth = new Date(Date.UTC(year, month + index, 0)).getUTCDate();
    const moment = new Date(Date.UTC(year, month - 1 + index, Math.min(day, lastOfMonth)));
    return moment.toISOString().slice(0, 10);
  });
}
