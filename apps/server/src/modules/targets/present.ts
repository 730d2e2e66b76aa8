import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { LeadQuery } from "@homeroom/contract/lead-query";
import type { TargetRow } from "@homeroom/contract/targets";
import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds, itemsByIds } from "#modules/lists/public";
import { branchNames } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { mayChange, reachName } from "./policy.ts";
import type { TargetUses } from "./port.ts";
import type { FoundTarget } from "./queries.ts";
import { namedIn } from "./rules.ts";

/** Recipient lists with the names of what their rules name: one query for each kind of thing, however many lists. */
export async function presentTargets(
  tx: Tx,
  scope: Scope,
  { found, uses }: { found: readonly FoundTarget[]; uses: readonly TargetUses[] },
): Promise<TargetRow[]> {
  const named = found.map(({ rule }) => namedIn(rule));
  const writers = found.flatMap(({ creatorId, updaterId }) => [creatorId ?? [], updaterId ?? []].flat());
  const people = await peopleByIds(tx, scope, [...new Set([...writers, ...named.flatMap((one) => one.people)])]);
  const items: ReadonlyMap<string, { name: string }> = await itemsByIds(tx, scope, [
    ...new Set(named.flatMap((one) => one.items)),
  ]);
  const channels: ReadonlyMap<string, { name: string }> = await channelsByIds(tx, scope, [
    ...new Set(named.flatMap((one) => one.channels)),
  ]);
  const branches: ReadonlyMap<string, string> = await branchNames(tx, scope);
  const plans = await namesOfPlans(tx, scope, { uses, ids: [...new Set(named.flatMap((one) => one.plans))] });
  const nameOf = (id: string) =>
    people.get(id as AccountId)?.nickname ??
    items.get(id)?.name ??
    channels.get(id)?.name ??
    branches.get(id) ??
    plans.get(id);
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

async function namesOfPlans(
  tx: Tx,
  scope: Scope,
  { uses, ids }: { uses: readonly TargetUses[]; ids: readonly RecordId[] },
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (ids.length === 0) return names;
  for (const { planNames } of uses) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction takes one statement at a time
    for (const [id, name] of (await planNames?.(tx, scope, ids)) ?? []) names.set(id, name);
  }
  return names;
}
