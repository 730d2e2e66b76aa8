import type { broadcastPlans } from "@homeroom/contract/broadcast-plans";
import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import { fromMinor } from "@homeroom/contract/money";
import { messageFunds, messagesWithin } from "#modules/billing/public";
import { fillForLead, type ReadyTemplate } from "#modules/inbox/public";
import { timeZoneOf } from "#modules/organizations/public";
import { isMetered } from "#modules/plan-limits/public";
import { recipientsOf } from "#modules/targets/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { internationalNumber } from "#platform/phones/phones";
import { candidatesOf } from "../queries/candidates.ts";
import { costOf, countCandidates, sampleCandidates } from "../queries/estimate.ts";
import { reservedThisMonth } from "../queries/plans.ts";
import { pricesOn, settingOf } from "../queries/settings.ts";
import { fromMicros } from "../rules/plan-rules.ts";
import { channelInSight, requireTemplate } from "./save-plan.ts";

type Form = RequestOf<typeof broadcastPlans.estimate>;
type Estimate = ResponseOf<typeof broadcastPlans.estimate>;

const mostSamples = 5;

/** What a plan would do if it started now. Numbers that are none are left out. */
export function estimatePlan(db: Database, actor: Actor, form: Form): Promise<Estimate> {
  const scope = scopeOf(actor, "bulk:plan:query");
  return inTransaction(db, scope, async (tx) => {
    const reach = scopeOf(actor, "crm:lead:all");
    if (form.channel) await channelInSight(tx, scope, form.channel);
    for (const listId of form.targetIDs) await recipientsOf(tx, reach, listId);
    const template =
      form.channel && form.templateID ? await requireTemplate(tx, scope, { ...form, isDraft: true }) : null;
    const category = template?.category ?? "marketing";
    const { everyone: _everyone, ...filter } = form.filter ?? {};
    const audience = {
      channel_id: form.channel,
      list_ids: form.targetIDs,
      filter: form.filter ? filter : null,
      numbers: form.numbers.flatMap((number) => internationalNumber(number) ?? []),
      reach_branch_id: reach.branchIds?.[0] ?? null,
      reach_owner_id: reach.reach === "own" ? reach.accountId : null,
      source_id: null,
      source_part: null,
    };
    const candidates = await candidatesOf(tx, scope, { audience, category });
    const { count, excluded } = await countCandidates(tx, candidates);
    const day = today(await timeZoneOf(tx, scope, null));
    const cost = await costOf(tx, candidates, await pricesOn(tx, scope, { day, category }));
    const people = await sampleCandidates(tx, candidates, mostSamples);
    return {
      count,
      excluded,
      unitPrice: cost.micros === null || cost.priced === 0 ? null : fromMicros(Math.round(cost.micros / cost.priced)),
      amount: cost.micros === null ? null : fromMicros(cost.micros),
      currency: cost.currency,
      unpriced: count - cost.priced,
      balance: await leftThisMonth(tx, scope),
      account: await accountOf(tx, scope),
      samples: await samplesOf(tx, scope, { people, template, form }),
    };
  });
}

async function accountOf(tx: Tx, scope: Scope): Promise<Estimate["account"]> {
  if (!(await isMetered(tx, scope))) return null;
  const funds = await messageFunds(tx, scope);
  const { messages, balanceMinor, priceMinor, currency } = funds;
  const money = (minor: number) => fromMinor(minor, currency);
  return {
    messages,
    balance: money(balanceMinor),
    price: priceMinor === null ? null : money(priceMinor),
    currency,
    enoughFor: messagesWithin(funds),
  };
}

async function leftThisMonth(tx: Tx, scope: Scope): Promise<number | null> {
  const { monthlyLimit } = await settingOf(tx, scope);
  if (monthlyLimit === null) return null;
  return Math.max(0, monthlyLimit - (await reservedThisMonth(tx, scope)));
}

async function samplesOf(
  tx: Tx,
  scope: Scope,
  of: { people: Awaited<ReturnType<typeof sampleCandidates>>; template: ReadyTemplate | null; form: Form },
): Promise<Estimate["samples"]> {
  const samples: Estimate["samples"] = [];
  for (const { leadId, phone } of of.people) {
    const filled = await fillForLead(tx, scope, { leadId, phone, template: of.template, variables: of.form.variables });
    samples.push({ ...filled, phone: `+${phone}` });
  }
  return samples;
}
