import type { dashboard, SetUpStep } from "@homeroom/contract/dashboard";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { AccountId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";

/** Hides or shows the set-up list for the actor, and ticks a step for everyone. */
export function updateSetUp(
  db: Database,
  actor: Actor,
  { dismissed, done }: RequestOf<typeof dashboard.updateSetUp>,
): Promise<void> {
  if (done === "roles") requirePermission(actor, "sys:role:query");
  return inTransaction(db, sharedScope(actor), async (tx) => {
    if (dismissed !== undefined) await dismiss(tx, actor, dismissed);
    if (done) {
      await tx
        .insertInto("set_up_tick")
        .values({ organization_id: actor.organizationId, step: done, ticked_by: actor.accountId })
        .onConflict((conflict) => conflict.columns(["organization_id", "step"]).doNothing())
        .execute();
    }
  });
}

async function dismiss(tx: Tx, { organizationId, accountId }: Actor, dismissed: boolean): Promise<void> {
  if (dismissed) {
    await tx
      .insertInto("set_up_dismissal")
      .values({ organization_id: organizationId, account_id: accountId })
      .onConflict((conflict) => conflict.columns(["organization_id", "account_id"]).doNothing())
      .execute();
    return;
  }
  await tx
    .deleteFrom("set_up_dismissal")
    .where("organization_id", "=", organizationId)
    .where("account_id", "=", accountId)
    .execute();
}

/** The finished set-up steps; `twoStep` is the person's own. */
type Progress = Record<SetUpStep, boolean> & { dismissed: boolean };

/** The steps that the organisation and this person have finished, in one statement. */
export async function setUpProgress(tx: Tx, scope: Scope, accountId: AccountId): Promise<Progress | undefined> {
  const found = await sql<Progress>`
    select p.organization, p.branch, p.staff, p.roles, p.whatsapp, p.lead, p.rules, p.line, p.assistant, mine.two_step as "twoStep", mine.dismissed
    from set_up_progress p join set_up_of_account mine using (organization_id)
    where p.organization_id = ${scope.organizationId} and mine.account_id = ${accountId}`.execute(tx);
  return found.rows[0];
}
