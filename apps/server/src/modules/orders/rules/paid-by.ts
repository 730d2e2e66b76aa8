import type { PaidMethod, PayMethod } from "@homeroom/contract/order-words";

interface Paid {
  provider: string;
  /** Null: nobody wrote it down. */
  method: PaidMethod | null;
  kept_reason: string | null;
}

const methodOf: Readonly<Record<string, PaidMethod>> = {
  transfer: "bankTransfer",
  paypal: "paypal",
  shopline: "shopline",
  ecpay: "ecpay",
};

/** How a payment came: as it was written down, as its provider says, or else as it was chosen when the order was made. */
export function methodOfPayment(chosen: PayMethod, { provider, method }: Omit<Paid, "kept_reason">): PaidMethod {
  return method ?? methodOf[provider] ?? chosen;
}

/** How an order was paid in the end: the way of its newest payment that counts. `payments`: oldest first. */
export function paidBy(chosen: PayMethod, payments: readonly Paid[]): PaidMethod {
  const last = payments.findLast((payment) => payment.kept_reason === null);
  return last ? methodOfPayment(chosen, last) : chosen;
}
