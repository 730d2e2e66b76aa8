import { fromMinor, toMinor } from "@homeroom/contract/money";
import type { OrderDetail } from "@homeroom/contract/orders";

/** What is to be paid next of an order: what is missing of its next part, or all that is open where it has no parts. */
export function dueNext({ instalments, open, currency }: Pick<OrderDetail, "instalments" | "open" | "currency">): {
  part: OrderDetail["instalments"][number] | undefined;
  amount: number;
} {
  const part = instalments.find(({ state }) => state !== "paid");
  const minor = (amount: number) => toMinor(amount, currency) ?? 0;
  return { part, amount: part ? fromMinor(minor(part.amount) - minor(part.paid), currency) : open };
}
