import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import type {
  LeadAbsence,
  LeadAssignment,
  LeadRuleRow,
  RuleMemberRow,
  SalesPerson,
} from "@homeroom/contract/lead-rules";
import { peopleByIds } from "#modules/accounts/public";
import { channelsByIds } from "#modules/lists/public";
import { branchesOf, timeZoneOf } from "#modules/organizations/public";
import { dayOf } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { FoundAbsence } from "./queries/absences.ts";
import { type FoundAssignment, lastAssignments } from "./queries/assignments.ts";
import { awayOf, openLeadsOf, salesOf } from "./queries/people.ts";
import { type FoundRule, rulesOf } from "./queries/rules.ts";
import type { Member } from "./rules/give-turn.ts";

/** Rules as rows of the list, with the state of their people today. */
export async function presentRules(tx: Tx, scope: Scope, rules: readonly FoundRule[]): Promise<LeadRuleRow[]> {
  const ids = [...new Set(rules.flatMap(({ members }) => members.map(({ accountId }) => accountId)))];
  const names = await namesOf(tx, scope, { people: [...ids, ...rules.map(({ updatedBy }) => updatedBy)], rules });
  const branches = new Map((await branchesOf(tx, scope)).map((branch) => [branch.branchId, branch]));
  const sales = await salesOf(tx, scope, [...new Set(rules.map(({ branchId }) => branchId))]);
  const working = new Set(sales.map(({ branchId, accountId }) => `${branchId} ${accountId}`));
  const now = new Date();
  const away = await awayOf(tx, scope, { ids, ...daysAround(now) });
  const open = await openLeadsOf(tx, scope, ids);
  return rules.map((rule) => {
    const branch = branches.get(rule.branchId);
    const today = dayOf(now, branch?.timeZone || "Asia/Hong_Kong");
    const isAway = (id: AccountId) =>
      away.some(({ accountId, from, until }) => accountId === id && from <= today && today <= until);
    const member = ({ accountId, ratio, capacity, countries, districts, hours }: Member): RuleMemberRow => ({
      accountID: accountId,
      nickname: names.person(accountId),
      ...{ ratio, capacity, countries: [...countries], districts: [...districts], hours: [...hours] },
      openLeads: open.get(accountId) ?? 0,
      absentToday: isAway(accountId),
      gone: !working.has(`${rule.branchId} ${accountId}`),
    });
    const people = rule.members.map(member);
    return {
      recordID: rule.ruleId,
      version: rule.version,
      branchID: rule.branchId,
      branchName: branch?.name ?? "",
      channel: names.channel(rule.channelId),
      secondaryChannel: names.channel(rule.secondaryChannelId),
      allChannels: rule.channelId === null,
      countries: rule.countries,
      districts: rule.districts,
      assignmentRule: rule.way,
      repeatRule: rule.repeatRule,
      status: rule.status,
      notificationEmail: rule.emails,
      sales: people,
      hours: rule.hours,
      needsAttention: people.some(({ gone }) => gone),
      assigned: rule.turns,
      updater: names.person(rule.updatedBy),
      createTime: rule.createdAt.toISOString(),
      updateTime: rule.updatedAt.toISOString(),
    };
  });
}

/** From yesterday to tomorrow in UTC, which includes today in every time zone. */
function daysAround(now: Date): { from: string; until: string } {
  const dayMs = 86_400_000;
  return { from: dayOf(new Date(now.getTime() - dayMs), "UTC"), until: dayOf(new Date(now.getTime() + dayMs), "UTC") };
}

/** The sales of a branch who can be chosen for a rule. */
export async function presentSales(tx: Tx, scope: Scope, branchId: BranchId): Promise<SalesPerson[]> {
  const ids = (await salesOf(tx, scope, [branchId])).map(({ accountId }) => accountId);
  const people = await peopleByIds(tx, scope, ids);
  const now = new Date();
  const today = dayOf(now, await timeZoneOf(tx, scope, branchId));
  const away = await awayOf(tx, scope, { ids, from: today, until: today });
  const open = await openLeadsOf(tx, scope, ids);
  return ids
    .map((id) => ({
      accountID: id,
      nickname: people.get(id)?.nickname ?? "",
      openLeads: open.get(id) ?? 0,
      absentToday: away.some(({ accountId }) => accountId === id),
    }))
    .sort((one, other) => one.nickname.localeCompare(other.nickname));
}

/** The reasons for a lead's assignments, newest first. Nothing if the lead is out of sight. */
export async function explainLead(tx: Tx, scope: Scope, leadId: LeadId): Promise<LeadAssignment[]> {
  return presentAssignments(tx, scope, await lastAssignments(tx, scope, { leadId }));
}

/** Decisions with the names of all people in them. */
export async function presentAssignments(
  tx: Tx,
  scope: Scope,
  found: readonly FoundAssignment[],
): Promise<LeadAssignment[]> {
  const ids = [...new Set(found.flatMap(({ ruleId }) => ruleId ?? []))];
  const rules = ids.length > 0 ? await rulesOf(tx, scope, { ids }) : [];
  const people = found.flatMap(({ salesId, reason }) => [salesId ?? [], reason.candidates.map(({ id }) => id)].flat());
  const names = await namesOf(tx, scope, { people, rules });
  return found.map(({ assignmentId, leadId, leadName, ruleId, salesId, kind, repeat, way, reason, createdAt }) => {
    const rule = rules.find((one) => one.ruleId === ruleId);
    return {
      recordID: assignmentId,
      leadId,
      leadName,
      kind,
      repeat,
      sales: salesId ? { accountID: salesId, nickname: names.person(salesId) } : null,
      rule: rule
        ? {
            recordID: rule.ruleId,
            channel: names.channel(rule.channelId)?.name ?? "",
            secondaryChannel: names.channel(rule.secondaryChannelId)?.name ?? "",
            allChannels: rule.channelId === null,
          }
        : null,
      assignmentRule: way,
      ignored: reason.ignored,
      candidates: reason.candidates.map(({ id, not, ratio, open }) => ({
        accountID: id,
        nickname: names.person(id),
        obstacles: not ?? [],
        ratio: ratio ?? null,
        openLeads: open ?? null,
      })),
      createTime: createdAt.toISOString(),
    };
  });
}

/** Absences with names. Seeing one includes the right to change it. */
export async function presentAbsences(tx: Tx, scope: Scope, found: readonly FoundAbsence[]): Promise<LeadAbsence[]> {
  const people = await peopleByIds(
    tx,
    scope,
    found.flatMap(({ accountId, createdBy }) => [accountId, createdBy]),
  );
  return found.map(({ absenceId, accountId, createdBy, createdAt, from, until, note, version }) => ({
    recordID: absenceId,
    version,
    accountID: accountId,
    nickname: people.get(accountId)?.nickname ?? "",
    ...{ from, until, note },
    creator: people.get(createdBy)?.nickname ?? "",
    createTime: createdAt.toISOString(),
  }));
}

async function namesOf(
  tx: Tx,
  scope: Scope,
  of: { people: readonly AccountId[]; rules: readonly Pick<FoundRule, "channelId" | "secondaryChannelId">[] },
) {
  const people = await peopleByIds(tx, scope, [...new Set(of.people)]);
  const channelIds = of.rules.flatMap(({ channelId, secondaryChannelId }) =>
    [channelId ?? [], secondaryChannelId ?? []].flat(),
  );
  const channels = await channelsByIds(tx, scope, [...new Set(channelIds)]);
  return {
    person: (id: AccountId) => people.get(id)?.nickname ?? "",
    channel(id: RecordId | null) {
      const found = id ? channels.get(id) : undefined;
      return found ? { recordID: found.recordID, name: found.name } : null;
    },
  };
}
