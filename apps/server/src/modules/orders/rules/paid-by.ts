import type { Texts } from "@homeroom/contract/language";
import type { PaidMethod, PayMethod } from "@homeroom/contract/order-words";

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** The names of the ways to pay, on papers and in files. */
export const methodTexts: Readonly<Record<PaidMethod, Texts>> = {
  paypal: texts("PayPal", "PayPal", "PayPal"),
  card: texts("信用卡", "信用卡", "Card"),
  bankTransfer: texts("銀行轉帳", "银行转账", "Bank transfer"),
  cash: texts("現金", "现金", "Cash"),
  other: texts("其他", "其他", "Other"),
  fps: texts("轉數快", "转数快", "FPS"),
  shopline: texts("SHOPLINE Payments", "SHOPLINE Payments", "SHOPLINE Payments"),
  ecpay: texts("綠界科技", "绿界科技", "ECPay"),
};

interface PaymentMethodFacts {
  provider: string;
  /** Null: not recorded. */
  method: PaidMethod | null;
  kept_reason: string | null;
}

const methodOf: Readonly<Record<string, PaidMethod>> = {
  transfer: "bankTransfer",
  paypal: "paypal",
  shopline: "shopline",
  ecpay: "ecpay",
};

/** How a payment came: as recorded, otherwise by its provider, otherwise as chosen when the order was made. */
export function methodOfPayment(
  chosen: PayMethod,
  { provider, method }: Omit<PaymentMethodFacts, "kept_reason">,
): PaidMethod {
  return method ?? methodOf[provider] ?? chosen;
}

/** How an order was paid in the end: the way of its newest payment that counts. `payments`: oldest first. */
export function paidBy(chosen: PayMethod, payments: readonly PaymentMethodFacts[]): PaidMethod {
  const last = payments.findLast((payment) => payment.kept_reason === null);
  return last ? methodOfPayment(chosen, last) : chosen;
}
