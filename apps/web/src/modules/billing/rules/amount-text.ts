import type { PlanUse } from "@homeroom/contract/billing";
import { bytesText } from "./bytes-text.ts";

/** An amount of what a plan limits, as people read it: "1.5 GB", "1,200". */
export function amountText(use: PlanUse, amount: number): string {
  return use === "storage" ? bytesText(amount) : amount.toLocaleString("en");
}
