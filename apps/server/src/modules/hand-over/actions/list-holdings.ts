import type { Holdings } from "@homeroom/contract/hand-over";
import type { AccountId } from "@homeroom/contract/ids";
import { personInReach } from "#modules/accounts/public";
import { countConversationsOf } from "#modules/inbox/public";
import { countHeldBy } from "#modules/leads/public";
import { branchesOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { type Database, inTransaction } from "#platform/db/transaction";
import { leadsToHandOver } from "../policy.ts";
import { runningHandOver } from "../queries.ts";

/** What a person holds of what the actor may hand over, by branch in the branches' order. Throws NOT_FOUND. */
export function listHoldings(db: Database, actor: Actor, accountId: AccountId): Promise<Holdings> {
  const scope = leadsToHandOver(actor);
  return inTransaction(db, scope, async (tx) => {
    const person = await personInReach(tx, actor, accountId);
    const leads = new Map((await countHeldBy(tx, scope, accountId)).map((one) => [one.branchId, one]));
    const talks = new Map((await countConversationsOf(tx, scope, accountId)).map((one) => [one.branchId, one]));
    const branches = (await branchesOf(tx, scope)).filter(({ branchId }) => leads.has(branchId));
    return {
      accountID: accountId,
      nickname: person.nickname,
      status: person.status,
      mayLeave: person.mayChangeStatus && person.status !== 2,
      branches: branches.map(({ branchId, name }) => ({
        branchID: branchId,
        branchName: name,
        sales: leads.get(branchId)?.sales ?? 0,
        tutor: leads.get(branchId)?.tutor ?? 0,
        conversations: talks.get(branchId)?.conversations ?? 0,
        waiting: talks.get(branchId)?.waiting ?? 0,
      })),
      taskID: (await runningHandOver(tx, scope, accountId))?.hand_over_id ?? null,
    };
  });
}
