import type { dashboard } from "@homeroom/contract/dashboard";
import type { ResponseOf } from "@homeroom/contract/endpoint";
import type { AccountId, BranchId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { mailAddresses } from "#modules/accounts/public";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Whether the actor gets the weekly mail, and in which branch's time zone. */
export function weeklyMailOf(db: Database, actor: Actor): Promise<ResponseOf<typeof dashboard.weeklyMail>> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const kept = await findRow(tx, scope, "weekly_figure_mail", { account_id: actor.accountId });
    const branchId = kept?.branch_id ?? actor.branchId;
    const branch = (await branchesOf(tx, scope)).find((one) => one.branchId === branchId);
    const [person] = await mailAddresses(tx, scope, [actor.accountId]);
    if (!branch || !person) throw new AppError("TOKEN_INVALID");
    const timeZone = await timeZoneOf(tx, scope, branchId);
    return { subscribed: kept !== undefined, email: person.email, branch: branch.name, timeZone };
  });
}

/** A person whose next mail may be due. */
export interface Subscription {
  organizationId: OrganizationId;
  accountId: AccountId;
  branchId: BranchId;
}

/** The people of all organisations without a mail on this Monday or later. Where Monday has not begun, they are not due yet. */
export async function subscriptionsBefore(db: Database, monday: string): Promise<Subscription[]> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<Subscription>`
      select organization_id as "organizationId", account_id as "accountId", branch_id as "branchId"
      from weekly_figure_mail where mailed_for < ${monday}::date
      order by organization_id, account_id`.execute(tx),
  );
  return found.rows;
}
