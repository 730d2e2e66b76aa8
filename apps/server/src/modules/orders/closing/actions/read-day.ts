import { type ClosingDay, closing } from "@homeroom/contract/closing";
import type { BranchId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import { peopleByIds } from "#modules/accounts/public";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { type Database, inTransaction } from "#platform/db/transaction";
import { closingOf, moneyOfDay } from "../queries.ts";
import { branchesInReach, branchInReach } from "../rules/branches-in-reach.ts";
import { isSameDay, sumDay } from "../rules/sum-day.ts";

/** The money of a day at a branch that the actor reaches, and its closing. Throws NOT_FOUND. */
export function readDay(
  db: Database,
  actor: Actor,
  form: { branchID?: BranchId | undefined; day?: string | undefined },
): Promise<ClosingDay> {
  requireAccess(actor, closing.day);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const branches = await branchesOf(tx, scope);
    const { branchId } = branchInReach(scope, branches, form.branchID ?? actor.branchId);
    const day = form.day ?? today(await timeZoneOf(tx, scope, branchId));
    const money = await moneyOfDay(tx, scope, { branchId, day });
    // People who see only their own orders must not see a branch's revenue.
    const closing = scope.reach === "own" ? undefined : await closingOf(tx, scope, { branchId, day });
    const ids = [...money.map((line) => line.account_id), closing?.closed_by ?? null].filter((id) => id !== null);
    const people = await peopleByIds(tx, scope, [...new Set(ids)]);
    const sums = sumDay(money);
    return {
      branchID: branchId,
      branches: branchesInReach(scope, branches).map(({ branchId: branchID, name }) => {
        return { branchID, name };
      }),
      day,
      lines: money.map(({ account_id: id, method, currency, count, ...minor }) => ({
        person: (id && people.get(id)?.nickname) ?? "",
        method,
        currency,
        count,
        received: fromMinor(minor.received, currency),
        kept: fromMinor(minor.kept, currency),
        refunded: fromMinor(minor.refunded, currency),
      })),
      sums,
      closing: closing
        ? {
            closer: (closing.closed_by && people.get(closing.closed_by)?.nickname) ?? "",
            closeTime: closing.closed_at.toISOString(),
            note: closing.note,
            counted: closing.counted,
            sums: closing.sums,
            isChanged: !isSameDay(closing.sums, sums),
          }
        : null,
    };
  });
}
