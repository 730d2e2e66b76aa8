import type { CurrencyCode } from "@homeroom/contract/money";
import { PaymentFailure } from "#modules/payment-platforms/port";
import { asRecord, type JsonRecord, numberOf } from "#platform/calls/read-json";

/** The amount of a trade or a refund, in hundredths of a dollar. Throws `unavailable` for an unsupported one. */
export function amountIn(data: JsonRecord): { amountMinor: number; currency: CurrencyCode } {
  const { value, currency } = asRecord(data["amount"]);
  const amountMinor = numberOf(value);
  if (currency !== "TWD" || amountMinor === undefined || !Number.isSafeInteger(amountMinor))
    throw new PaymentFailure("unavailable", { code: "unknownAmount" });
  return { amountMinor, currency };
}
