import type { BranchId } from "@homeroom/contract/ids";
import { AppError } from "#platform/errors/app-error";
import type { SignInAccount } from "./queries.ts";

const statusLeft = 2;
const statusActive = 1;

/** Throws what keeps an account out, the password being right: told in this order, so that the cause is named first. */
export function requireOpen(account: SignInAccount): void {
  if (account.status === statusLeft) throw new AppError("LOGIN_ACCOUNT_DEREGISTERED");
  if (!account.organization_open) throw new AppError("LOGIN_ORGANIZATION_DEACTIVATED");
  const usable = account.status === statusActive && account.has_role && account.branches.length > 0;
  if (!usable) throw new AppError("LOGIN_ACCOUNT_DISABLED");
}

/** The branch to sign in at: the one asked for, else the one of the last time, else the first. Null: not theirs. */
export function branchToEnter(account: SignInAccount, wanted: BranchId | undefined): BranchId | null {
  const ids = account.branches.map((branch) => branch.branchID);
  if (wanted) return ids.includes(wanted) ? wanted : null;
  const last = account.last_branch_id;
  return last && ids.includes(last) ? last : (ids[0] ?? null);
}
