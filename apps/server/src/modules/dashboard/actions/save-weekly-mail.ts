import { timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { lastMailDay } from "../rules/mail-week.ts";
import type { Subscriber } from "../rules/weekly-mail-link.ts";

/** Subscribes the actor to the weekly mail, by the clock of the branch that they are in, or ends it. */
export function saveWeeklyMail(db: Database, actor: Actor, subscribed: boolean): Promise<void> {
  const { accountId, branchId } = actor;
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    if (!subscribed) return remove(tx, scope, accountId);
    // The first mail is that of the Monday to come.
    const mailed_for = lastMailDay(await timeZoneOf(tx, scope, branchId), new Date());
    await tx
      .insertInto("weekly_figure_mail")
      .values({ organization_id: scope.organizationId, account_id: accountId, branch_id: branchId, mailed_for })
      .onConflict((conflict) => conflict.columns(["organization_id", "account_id"]).doNothing())
      .execute();
  });
}

/** Ends the weekly mail of whose link it is. Without one nothing happens. */
export function endWeeklyMail(db: Database, { organizationId, accountId }: Subscriber): Promise<void> {
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, (tx) => remove(tx, scope, accountId));
}

async function remove(tx: Tx, scope: Scope, accountId: Actor["accountId"]): Promise<void> {
  await tx
    .deleteFrom("weekly_figure_mail")
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .execute();
}
