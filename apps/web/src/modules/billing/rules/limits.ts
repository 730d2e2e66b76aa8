import { type AccountInfo, type PlanTerms, type PlanUse, warnAt } from "@homeroom/contract/billing";
import { bytesText } from "./bytes-text.ts";

/** An amount of what a plan limits, as people read it: "1.5 GB", "1,200". */
export function amountText(use: PlanUse, amount: number): string {
  return use === "storage" ? bytesText(amount) : amount.toLocaleString("en");
}

/** How much of a limit is used, and whether it needs attention. */
interface LimitShare {
  percent: number;
  state: "fine" | "near" | "full";
}

/** The share of a limit that is used. */
export function shareOfLimit({ used, limit }: { used: number; limit: number }): LimitShare {
  const share = limit > 0 ? used / limit : 1;
  const state = share >= 1 ? "full" : share >= warnAt ? "near" : "fine";
  return { percent: Math.min(100, Math.round(share * 100)), state };
}

/** What stays from month to month; of these, more can be in use than another plan allows. */
const lasting = ["storage", "staff", "branches"] as const;

/** Which limits of a plan are lower than what is in use already. */
export function limitsExceeded(uses: AccountInfo["uses"], terms: PlanTerms | undefined): (typeof lasting)[number][] {
  return lasting.filter((use) => terms !== undefined && uses[use].used > terms[use]);
}
