import type { HandOverForm, HoldingRole, Holdings } from "@homeroom/contract/hand-over";
import type { AccountId, BranchId } from "@homeroom/contract/ids";

/** Leads that a person holds in one role at one branch. */
export interface Part {
  key: string;
  branchID: BranchId;
  branchName: string;
  role: HoldingRole;
  count: number;
}

/** The parts to hand over, without empty ones. */
export function partsOf({ branches }: Holdings): Part[] {
  return branches.flatMap(({ branchID, branchName, ...held }) =>
    (["sales", "tutor"] as const)
      .filter((role) => held[role] > 0)
      .map((role) => ({ key: `${branchID} ${role}`, branchID, branchName, role, count: held[role] })),
  );
}

/** Who receives each part, by its key; a part that is left out stays where it is. */
export type Receivers = Readonly<Record<string, { kind: "people"; to: AccountId[] } | { kind: "nobody" }>>;

/** The plan as the call expects it. */
export function planOf(parts: readonly Part[], receivers: Receivers): HandOverForm["plan"] {
  return parts.flatMap(({ key, branchID, role }) => {
    const chosen = receivers[key];
    if (!chosen) return [];
    if (chosen.kind === "nobody") return [{ branchID, role, to: [] }];
    return chosen.to.length > 0 ? [{ branchID, role, to: chosen.to }] : [];
  });
}

/** Whether every part has a receiver, or goes back to all. */
export function isComplete(parts: readonly Part[], receivers: Receivers): boolean {
  return planOf(parts, receivers).length === parts.length;
}
