import type { LeadSource } from "@homeroom/contract/branches";
import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Who is written to about an organisation. */
export interface Owner {
  readonly nickname: string;
  readonly email: string;
  readonly locale: string;
}

/** What places need of the people in them; the modules of sign-in, accounts and billing give it, put together in app.ts. */
export interface People {
  /** Asks a signed-in person for their password again. Throws `refusal` at `field`, or TOO_MANY_REQUESTS. */
  checkPassword(actor: Actor, asked: { password: string; refusal: RefusalName; field: string }): Promise<unknown>;
  /** Ends every session in a branch, or with null in the whole organisation, on their sockets too. */
  endSessionsAt(tx: Tx, scope: Scope, branchId: BranchId | null): Promise<void>;
  /** After the organisation began or ceased to ask everyone for a second step: moves the sockets of those without one. */
  stepDemandChanged(tx: Tx, scope: Scope): Promise<void>;
  /** Lets an account enter a branch from now on. */
  admitToBranch(tx: Tx, scope: Scope, to: { accountId: AccountId; branchId: BranchId }): Promise<void>;
  /** The owner of the organisation; undefined if nobody is left. */
  ownerOf(tx: Tx, scope: Scope): Promise<Owner | undefined>;
  /** Whether somebody says that they have paid for the organisation's plan, and that waits to be checked. */
  awaitsPayment(tx: Tx, scope: Scope): Promise<boolean>;
}

/** The sources of a module that send leads to a branch by themselves, whether the branch is open or not; by name. */
export type LeadSourcesOf = (tx: Tx, scope: Scope, branchId: BranchId) => Promise<LeadSource[]>;
