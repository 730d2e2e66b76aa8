import type { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";

declare const minted: unique symbol;

/** Rows that a permission reaches: the caller's own, those of their branches, or the whole organisation's. */
export type Reach = "own" | "branch" | "organization";

/**
 * What a query may see. Minted only in `auth/scopes.ts` (from a session) and here for work without a person, so that a
 * query without a scope does not compile.
 */
export interface Scope {
  readonly [minted]: true;
  readonly organizationId: OrganizationId;
  /** The person, or null when the product itself acts (a job, a webhook). */
  readonly accountId: AccountId | null;
  /** The branches whose rows may be seen; null means all of the organisation's. */
  readonly branchIds: readonly BranchId[] | null;
  /** `own`: only rows where the person is sales or tutor, or that nobody holds yet. */
  readonly reach: Reach;
}

type ScopeFields = Omit<Scope, typeof minted>;

/** Makes a scope. Called by `auth/scopes.ts` and `organizationScope` alone. */
export function mintScope(fields: ScopeFields): Scope {
  return fields as Scope;
}

/** The scope of work that the product does by itself for an organisation: jobs, webhooks, the relay's reactions. */
export function organizationScope(organizationId: OrganizationId): Scope {
  return mintScope({ organizationId, accountId: null, branchIds: null, reach: "organization" });
}
