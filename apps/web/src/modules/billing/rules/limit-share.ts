import { warnAt } from "@homeroom/contract/billing";

/** How much of a limit is used, and whether people should see to it. */
export interface LimitShare {
  percent: number;
  state: "fine" | "near" | "full";
}

/** The share of a limit that is used. */
export function shareOfLimit({ used, limit }: { used: number; limit: number }): LimitShare {
  const share = limit > 0 ? used / limit : 1;
  const state = share >= 1 ? "full" : share >= warnAt ? "near" : "fine";
  return { percent: Math.min(100, Math.round(share * 100)), state };
}
