import { type AccountId, type BranchId, RecordId } from "@homeroom/contract/ids";
import { type LeadRuleForm, type LeadRuleTrial, maxPreviewedLeads } from "@homeroom/contract/lead-rules";
import { sql } from "kysely";
import { v7 } from "uuid";
import { peopleByIds } from "#modules/accounts/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { branchInSight, rulesScope } from "../policy.ts";
import { loadDesks } from "../queries/desks.ts";
import { type RecentLead, recentLeads } from "../queries/recent-leads.ts";
import { rulesOf } from "../queries/rules.ts";
import { chooseRule } from "../rules/choose-rule.ts";
import { type Arrival, type Decision, decide, type RuleWithTurns } from "../rules/decide.ts";
import { channelsOfForm, faultsOfRule, findRuleOfForm } from "./check-rule.ts";

const shownSamples = 10;

/**
 * Simulates a rule on the leads of the last 30 days that it would have taken: the person it would have chosen beside
 * the current owner. Turns start from the beginning, absences and hours are those of the time, and people's open leads
 * are counted without these. Nothing is written. Throws the same errors as saving, except for a channel that already
 * has a rule.
 */
export function tryRule(db: Database, actor: Actor, form: LeadRuleForm): Promise<LeadRuleTrial> {
  requirePermission(actor, form.recordID ? "crm:rule:edit" : "crm:rule:add");
  const scope = rulesScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await sql`set local statement_timeout = '10s'`.execute(tx);
    const held = await findRuleOfForm(tx, scope, form);
    const branchId = held?.branchId ?? branchInSight(scope, actor, form.branchID);
    refuseFaults(await faultsOfRule(tx, scope, { form, branchId, held }));
    const tried = ruleOfForm(form, branchId);
    const recent = await recentLeads(tx, scope, { branchId, ...channelsOfForm(form) });
    const stored = await rulesOf(tx, scope, { branchIds: [branchId], status: 1 });
    const others = stored.filter(({ ruleId }) => ruleId !== tried.ruleId);
    const leads = recent
      .slice(-maxPreviewedLeads)
      .filter((lead) => chooseRule(lead, [tried, ...others])?.ruleId === tried.ruleId);
    const decisions = await simulate(tx, scope, { leads, tried, others });
    return present(tx, scope, { tried, leads, decisions, isCut: recent.length > maxPreviewedLeads });
  });
}

function ruleOfForm(form: LeadRuleForm, branchId: BranchId): RuleWithTurns {
  const { channel, secondaryChannel } = channelsOfForm(form);
  return {
    ruleId: form.recordID ?? RecordId.parse(v7()),
    branchId,
    channelId: channel,
    secondaryChannelId: secondaryChannel,
    countries: form.countries,
    districts: form.districts,
    status: 1,
    way: form.assignmentRule,
    repeatRule: form.repeatRule,
    emails: [],
    hours: form.hours,
    turns: 0,
    wheelAt: 0,
    members: form.sales.map(({ accountID, ...member }) => ({ accountId: accountID, ...member, lastTurn: 0, owed: 0 })),
  };
}

async function simulate(
  tx: Tx,
  scope: Scope,
  { leads, tried, others }: { leads: readonly RecentLead[]; tried: RuleWithTurns; others: readonly RuleWithTurns[] },
): Promise<Decision[]> {
  const arrivals = leads.map(
    ({ leadId, branchId, channelId, secondaryChannelId, country, address, createdAt }): Arrival => ({
      ...{ leadId, branchId, channelId, secondaryChannelId, country, address },
      heldBy: null,
      kind: "new",
      at: createdAt,
    }),
  );
  const desk = (await loadDesks(tx, scope, arrivals, () => [tried, ...others])).get(tried.branchId);
  if (!desk) return [];
  for (const { salesId, isOpen } of leads) if (salesId && isOpen) desk.situation.countGiven(salesId, -1);
  return arrivals.map((arrival) => decide(arrival, desk));
}

async function present(
  tx: Tx,
  scope: Scope,
  of: { tried: RuleWithTurns; leads: readonly RecentLead[]; decisions: readonly Decision[]; isCut: boolean },
): Promise<LeadRuleTrial> {
  const { tried, leads, decisions, isCut } = of;
  const would = countsOf(decisions.map(({ salesId }) => salesId));
  const did = countsOf(leads.map(({ salesId }) => salesId));
  const ids = [...new Set([...tried.members.map(({ accountId }) => accountId), ...would.keys(), ...did.keys()])];
  const names = await peopleByIds(tx, scope, ids);
  const nameOf = (id: AccountId | null) => (id && names.get(id)?.nickname) ?? "";
  const people = ids.map((id) => ({
    accountID: id,
    nickname: nameOf(id),
    would: would.get(id) ?? 0,
    did: did.get(id) ?? 0,
  }));
  const samples = leads
    .map(({ leadId, nickname, createdAt, salesId }, at) => ({
      leadId,
      leadName: nickname,
      createTime: createdAt.toISOString(),
      would: nameOf(decisions[at]?.salesId ?? null),
      did: nameOf(salesId),
    }))
    .slice(-shownSamples)
    .reverse();
  const unassigned = decisions.filter(({ salesId }) => salesId === null).length;
  const fallback = decisions.filter(({ kind }) => kind === "fallback").length;
  return { leads: leads.length, isCut, people, fallback, unassigned, samples };
}

function countsOf(ids: readonly (AccountId | null)[]): Map<AccountId, number> {
  const counts = new Map<AccountId, number>();
  for (const id of ids) if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
