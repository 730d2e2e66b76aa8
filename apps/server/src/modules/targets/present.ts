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
  const plansNamed = (ids: readonly RecordId[]) => namesOfPlans(tx, scope, { uses, ids });
  const names = await namesInRules(tx, scope, { rules: found.map(({ rule }) => rule), plansNamed });
  const writers = found.flatMap(({ creatorId, updaterId }) => [creatorId ?? [], updaterId ?? []].flat());
  const people = await peopleByIds(tx, scope, [...new Set(writers)]);
  const branches: ReadonlyMap<string, string> = await branchNames(tx, scope);
  const person = (id: AccountId | null) => (id ? people.get(id)?.nickname : undefined) ?? "";

  return found.map((target, index) => ({
    recordID: target.listId,
    name: target.name,
    queryRule: LeadQuery.parse(target.rule),
    names: names[index] ?? {},
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
  }));
}

/** For each rule what the ids in it are called, without those that are gone: one query for each kind of thing. */
export async function namesInRules(
  tx: Tx,
  scope: Scope,
  { rules, plansNamed }: { rules: readonly LeadQuery[]; plansNamed: FindPlanNames },
): Promise<Record<string, string>[]> {
  const named = rules.map(namedIn);
  const all = <Id>(idsOf: (one: Named) => readonly Id[]) => [...new Set(named.flatMap(idsOf))];
  const people = await peopleByIds(
    tx,
    scope,
    all((one) => one.people),
  );
  const items = await itemsByIds(
    tx,
    scope,
    all((one) => one.items),
  );
  const channels = await channelsByIds(
    tx,
    scope,
    all((one) => one.channels),
  );
  const branches = await branchNames(tx, scope);
  const plans = await plansNamed(all((one) => one.plans));
  const names = new Map<string, string>([...branches, ...plans]);
  for (const [id, { name }] of [...items, ...channels]) names.set(id, name);
  for (const [id, { nickname }] of people) names.set(id, nickname);
  return named.map((one) => {
    const ids = Object.values(one).flat();
    return Object.fromEntries(ids.flatMap((id) => (names.has(id) ? [[id, names.get(id) ?? ""]] : [])));
  });
}

type Named = ReturnType<typeof namedIn>;
type FindPlanNames = (ids: readonly RecordId[]) => Promise<ReadonlyMap<string, string>>;

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
