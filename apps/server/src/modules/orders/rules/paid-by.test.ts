import { expect, it } from "vitest";
import { paidBy } from "./paid-by.ts";

const paid = (provider: string, kept_reason: string | null = null) => ({ provider, method: null, kept_reason });

it.each([
  ["the platform that took it, whatever was chosen", [paid("ecpay")], "ecpay"],
  ["a transfer", [paid("transfer")], "bankTransfer"],
  ["the newest of several", [paid("transfer"), paid("paypal")], "paypal"],
  ["what counts, not what is kept", [paid("shopline"), paid("paypal", "closed")], "shopline"],
  ["what was chosen, where staff confirmed it", [paid("staff")], "cash"],
  ["what staff said when they confirmed it", [{ ...paid("staff"), method: "bankTransfer" as const }], "bankTransfer"],
  ["what was chosen, where nothing came", [], "cash"],
] as const)("an order is paid by %s", (_name, payments, method) => {
  expect(paidBy("cash", payments)).toBe(method);
});
