import type { AccountId } from "@homeroom/contract/ids";
import { LeadQuery } from "@homeroom/contract/lead-query";
import type { TargetRow } from "@homeroom/contract/targets";
import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import { branchesOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { mayChange, reachName } from "./policy.ts";
import type { FoundTarget } from "./queries.ts";
import { namedIn } from "./rules.ts";

/** Recipient lists with the names of what their rules name: four queries, however many lists. */
export async function presentTargets(tx: Tx, scope: Scope, found: readonly FoundTarget[]): Promise<TargetRow[]> {
  const named = found.map(({ rule }) => namedIn(rule));
  const writers = found.flatMap(({ creatorId, updaterId }) => [creatorId ?? [], updaterId ?? []].flat());
  const people = await peopleByIds(tx, scope, [...new Set([...writers, ...named.flatMap((one) => one.people)])]);
  const items = await itemsByIds(tx, scope, [...new Set(named.flatMap((one) => one.items))]);
  const channels = await channelsByIds(tx, scope, [...new Set(named.flatMap((one) => one.channels))]);
  const branches = new Map<string, string>((await branchesOf(tx, scope)).map((one) => [one.branchId, one.name]));
  const nameOf = (id: string) =>
    people.get(id as AccountId)?.nickname ?? items.get(id)?.name ?? channels.get(id)?.name ?? branches.get(id);
  const person = (id: AccountId | null) => (id ? people.get(id)?.nickname : undefined) ?? "";

  return found.map((target, index) => {
    const ids = Object.values(named[index] ?? {}).flat();
    return {
      recordID: target.listId,
      name: target.name,
      queryRule: LeadQuery.parse(target.rule),
      names: Object.fromEntries(ids.flatMap((id) => (nameOf(id) === undefined ? [] : [[id, nameOf(id) ?? ""]]))),
      leadCount: target.leadCount,
      exact: target.exact,
      countTime: target.countedAt.toISOString(),
      openStatus: target.openStatus,
      reach: reachName(target),
      branch: target.branchId && { branchID: target.branchId, name: branches.get(target.branchId) ?? "" },
      canEdit: mayChange(scope, target),
      creator: person(target.creatorId),
      updater: person(target.updaterId),
      createTime: target.createdAt.toISOString(),
      updateTime: target.updatedAt.toISOString(),
      version: target.version,
    };
  });
}
