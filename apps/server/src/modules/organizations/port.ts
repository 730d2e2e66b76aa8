import type { LeadSource } from "@homeroom/contract/branches";
import type { RefusalName } from "@homeroom/contract/errors/catalogue";
import type { AccountId, BranchId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The recipient of mails about an organisation. */
export interface Owner {
  readonly nickname: string;
  readonly email: string;
  readonly locale: string;
}

/** What this module needs from sign-in, accounts and billing; assembled in app.ts. */
export interface People {
  /** Asks a signed-in person for their password again. Throws `refusal` at `field`, or TOO_MANY_REQUESTS. */
  checkPassword(actor: Actor, asked: { password: string; refusal: RefusalName; field: string }): Promise<unknown>;
  /** Ends every session in a branch, or with null in the whole organisation, sockets included. */
  endSessionsAt(tx: Tx, scope: Scope, branchId: BranchId | null): Promise<void>;
  /** After the organisation turned mandatory two-step sign-in on or off: moves the sockets of people without it. */
  stepDemandChanged(tx: Tx, scope: Scope): Promise<void>;
  /** Gives an account access to a branch. */
  admitToBranch(tx: Tx, scope: Scope, to: { accountId: AccountId; branchId: BranchId }): Promise<void>;
  /** The owner of the organisation; undefined if nobody is left. */
  ownerOf(tx: Tx, scope: Scope): Promise<Owner | undefined>;
  /** Whether a reported payment for the organisation's plan waits to be checked. */
  awaitsPayment(tx: Tx, scope: Scope): Promise<boolean>;
}

/** The names of a module's automatic sources of leads for a branch, open or not. */
export type LeadSourcesOf = (tx: Tx, scope: Scope, branchId: BranchId) => Promise<LeadSource[]>;
