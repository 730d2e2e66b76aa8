import { closing } from "@homeroom/contract/closing";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { recordChange } from "#modules/audit/public";
import { branchesOf } from "#modules/organizations/public";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { moneyOfDay } from "../queries.ts";
import { branchInReach } from "../rules/branches-in-reach.ts";
import { sumDay } from "../rules/sum-day.ts";

/**
 * Stores the figures of a day at a branch with the counted cash. Closing again replaces the earlier
 * figures, which stay in the audit log. Throws NOT_FOUND, and PERMISSION_DENIED for people who see only their own orders.
 */
export function closeDay(db: Database, actor: Actor, form: RequestOf<typeof closing.close>): Promise<null> {
  requireAccess(actor, closing.close);
  requirePermission(actor, "crm:lead:all");
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const branch = branchInReach(scope, await branchesOf(tx, scope), form.branchID);
    const { branchId } = branch;
    const { day, counted, note } = form;
    const sums = sumDay(await moneyOfDay(tx, scope, { branchId, day }));
    const values = {
      sums: JSON.stringify(sums),
      counted: JSON.stringify(counted),
      note,
      closed_by: actor.accountId,
      closed_at: new Date(),
    };
    await tx
      .insertInto("daily_closing")
      .values({ organization_id: scope.organizationId, branch_id: branchId, day, ...values })
      .onConflict((conflict) => conflict.columns(["organization_id", "branch_id", "day"]).doUpdateSet(values))
      .execute();
    const texts = (amounts: readonly { currency: string; amount: number }[]) =>
      amounts.map(({ currency, amount }) => `${currency} ${amount}`).join(", ");
    await recordChange(tx, actor, {
      module: "order",
      action: "closedDay",
      subject: { type: "branch", id: branchId, name: branch.name },
      before: {},
      after: {
        day,
        received: texts(sums.map(({ currency, received: amount }) => ({ currency, amount }))),
        refunded: texts(sums.map(({ currency, refunded: amount }) => ({ currency, amount }))),
        counted: texts(counted),
        note,
      },
    });
    return null;
  });
}
