import type { PayMethod } from "@homeroom/contract/order-words";
import type { ReceiptContent } from "@homeroom/database/order-tables";

interface Paid {
  provider: string;
  kept_reason: string | null;
}

const methodOf: Readonly<Record<string, ReceiptContent["payMethod"]>> = {
  transfer: "bankTransfer",
  paypal: "paypal",
  shopline: "shopline",
  ecpay: "ecpay",
};

/**
 * By what an order was paid in the end: the way of its newest payment that counts, which need not be the one that was
 * chosen when it was made. What staff confirm came the way that was chosen. `payments`: oldest first.
 */
export function paidBy(chosen: PayMethod, payments: readonly Paid[]): ReceiptContent["payMethod"] {
  const last = payments.findLast((payment) => payment.kept_reason === null);
  return (last && methodOf[last.provider]) ?? chosen;
}
