import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { branchesOf } from "#modules/organizations/public";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { chooseRule } from "../rules/choose-rule.ts";
import type { Arrival, Desk, RuleWithTurns } from "../rules/decide.ts";
import { type Absence, awayOf, type BranchSales, openLeadsOf, salesOf } from "./people.ts";
import { rulesOf } from "./rules.ts";

const dayMs = 86_400_000;
const defaultZone = "Asia/Hong_Kong";

/**
 * The rules, turns and people that decide about some leads, by branch. `replaced` are rules used instead of stored
 * ones, for a dry run. The turns stay current until the caller's locks are released.
 */
export async function loadDesks(
  tx: Tx,
  scope: Scope,
  arrivals: readonly Arrival[],
  replaced: (rules: readonly RuleWithTurns[]) => readonly RuleWithTurns[] = (rules) => rules,
): Promise<Map<BranchId, Desk>> {
  const branchIds = [...new Set(arrivals.map(({ branchId }) => branchId))];
  const rules = replaced(await rulesOf(tx, scope, { branchIds, status: 1 }));
  const used = rulesInUse(arrivals, rules);
  const sales = await salesOf(tx, scope, branchIds);
  const ids = [...used.flatMap(({ members }) => members), ...sales].map(({ accountId }) => accountId);
  const away = ids.length > 0 ? await awayOf(tx, scope, { ids, ...daysAround(arrivals) }) : [];
  const open = await openLeadsOf(tx, scope, used.flatMap(countedMembers));
  const hasTimes =
    away.length > 0 || used.some((rule) => [rule, ...rule.members].some(({ hours }) => hours.length > 0));
  const zones = new Map(
    (hasTimes ? await branchesOf(tx, scope) : []).map(({ branchId, timeZone }) => [branchId, timeZone]),
  );
  return new Map(
    branchIds.map((branchId) => [
      branchId,
      {
        rules: rules.filter((rule) => rule.branchId === branchId),
        ...deskOf(
          sales.filter((one) => one.branchId === branchId),
          { away, open, timeZone: zones.get(branchId) || defaultZone },
        ),
      },
    ]),
  );
}

function rulesInUse(arrivals: readonly Arrival[], rules: readonly RuleWithTurns[]): RuleWithTurns[] {
  const used = new Set<RuleWithTurns>();
  for (const arrival of arrivals) {
    const rule = chooseRule({ ...arrival, address: arrival.address ?? "" }, rules);
    if (rule) used.add(rule);
  }
  return [...used];
}

/** The people whose number of open leads matters. */
function countedMembers({ way, members }: RuleWithTurns): AccountId[] {
  return members.filter(({ capacity }) => way === "leastLeads" || capacity !== null).map(({ accountId }) => accountId);
}

/** The days of the arrivals, with one more at both ends because of time zones. */
function daysAround(arrivals: readonly Arrival[]): { from: string; until: string } {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at } of arrivals) {
    first = Math.min(first, at.getTime());
    last = Math.max(last, at.getTime());
  }
  return { from: dayOf(new Date(first - dayMs), "UTC"), until: dayOf(new Date(last + dayMs), "UTC") };
}

function deskOf(
  sales: readonly BranchSales[],
  known: { away: readonly Absence[]; open: Map<AccountId, number>; timeZone: string },
): Omit<Desk, "rules"> {
  const { timeZone, open } = known;
  const working = new Set(sales.map(({ accountId }) => accountId));
  const away = Map.groupBy(known.away, ({ accountId }) => accountId);
  const everywhere = { countries: [], districts: [], hours: [] };
  return {
    branchTurns: {
      way: "roundRobin",
      hours: [],
      wheelAt: 0,
      turns: Math.max(0, ...sales.map(({ lastTurn }) => lastTurn)),
      members: sales.map(({ accountId, lastTurn }) => {
        return { accountId, lastTurn, owed: 0, ratio: null, capacity: null, ...everywhere };
      }),
    },
    situation: {
      timeZone,
      works: (id) => working.has(id),
      isAbsent(id, at) {
        const days = away.get(id);
        if (!days) return false;
        const day = dayOf(at, timeZone);
        return days.some(({ from, until }) => from <= day && day <= until);
      },
      openLeads: (id) => open.get(id) ?? 0,
      countGiven: (id, leads) => void open.set(id, (open.get(id) ?? 0) + leads),
    },
  };
}
