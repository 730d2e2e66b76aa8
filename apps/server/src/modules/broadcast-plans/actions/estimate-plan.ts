import type { broadcastPlans, PlanForm } from "@homeroom/contract/broadcast-plans";
import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import type { ChannelId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import { sql } from "kysely";
import { messageFunds, messagesWithin } from "#modules/billing/public";
import { channelsSharingLimits, fillForLead, type ReadyTemplate } from "#modules/inbox/public";
import { timeZoneOf } from "#modules/organizations/public";
import { isMetered } from "#modules/plan-limits/public";
import { recipientsOf } from "#modules/targets/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { internationalNumber } from "#platform/phones/phones";
import { type Audience, candidatesOf } from "../queries/candidates.ts";
import { type CurrencyCost, estimateCandidates, type Sample } from "../queries/estimate.ts";
import { reservedThisMonth } from "../queries/month-use.ts";
import { withChannel } from "../queries/plan-channel.ts";
import { categoryOfForm, channelInSight, requireSender } from "../queries/plan-content.ts";
import { loadPlan } from "../queries/plans.ts";
import { pricesOn, settingOf } from "../queries/settings.ts";
import { fromMicros, tierOf } from "../rules/plan-rules.ts";
import { filterOf, sourceAfter } from "../rules/sent-again.ts";

/** Plans that started earlier are ignored: their messages were sent long ago. */
const daysBack = 30;

type Request = RequestOf<typeof broadcastPlans.estimate>;
type Form = Request & Pick<PlanForm, "channel">;
type Estimate = ResponseOf<typeof broadcastPlans.estimate>;

const maxSamples = 10;
const maxExcludedSamples = 10;

/** What a plan would do if it started now. Invalid numbers are left out. */
export function estimatePlan(db: Database, actor: Actor, request: Request): Promise<Estimate> {
  const scope = scopeOf(actor, "bulk:plan:query");
  return inTransaction(db, scope, async (tx) => {
    const form = await withChannel(tx, { scope, actor }, request);
    const reach = scopeOf(actor, "crm:lead:all");
    const channel = form.channel ? await channelInSight(tx, scope, form.channel) : null;
    if (form.branchID) await requireSender(tx, scope, form.branchID);
    for (const listId of form.targetIDs) await recipientsOf(tx, reach, listId);
    const { category, template, subject } = await categoryOfForm(tx, scope, form);
    const named = audienceOf(form, reach);
    const source = form.recordID && sourceAfter(await loadPlan(tx, scope, form.recordID), named);
    const candidates = await candidatesOf(tx, scope, { audience: { ...named, ...source }, category });
    const isMail = form.kind === "email";
    const tier = channel ? tierOf(channel.settings["limit"]) : null;
    const day = today(await timeZoneOf(tx, scope, null));
    const prices = isMail ? [] : await pricesOn(tx, scope, { day, category });
    const asked = { prices, mostSamples: maxSamples, mostExcluded: maxExcludedSamples };
    const { count, excluded, costs, samples, excludedSamples } = await estimateCandidates(tx, reach, candidates, asked);
    const account = isMail ? null : await accountOf(tx, scope, count);
    return {
      count,
      excluded,
      ...costFields(costs, category),
      unpriced: isMail ? 0 : costs.reduce((left, priced) => left - priced.count, count),
      balance: account?.balance ?? null,
      leftThisMonth: isMail ? null : await leftThisMonth(tx, scope),
      account,
      tier,
      tierUsed: form.channel && tier !== null ? await writtenToToday(tx, scope, { channelId: form.channel, tier }) : 0,
      samples: await samplesOf(tx, scope, { people: samples, template, form, subject }),
      excludedSamples,
    };
  });
}

/** Amounts in several currencies cannot be added. */
function costFields(
  costs: readonly CurrencyCost[],
  category: Estimate["costs"][number]["category"],
): Pick<Estimate, "unitPrice" | "amount" | "currency" | "amounts" | "costs"> {
  const amounts = costs.map(({ currency, count, micros }) => ({
    ...{ currency, count },
    unitPrice: fromMicros(Math.round(micros / count)),
    amount: fromMicros(micros),
  }));
  const only = amounts.length === 1 ? amounts[0] : undefined;
  return {
    unitPrice: only?.unitPrice ?? null,
    amount: only?.amount ?? null,
    currency: only?.currency ?? "",
    amounts,
    costs: costs.flatMap(({ countries }) =>
      countries.map(({ country, currency, count, micros }) => ({
        ...{ country, category, currency, count },
        unitPrice: fromMicros(micros),
        amount: fromMicros(micros * count),
      })),
    ),
  };
}

/** The recipients that a form names, as a plan stores them. */
function audienceOf(form: Form, reach: Scope): Audience {
  return {
    kind: form.kind,
    channel_id: form.channel,
    list_ids: form.targetIDs,
    filter: filterOf(form),
    numbers: form.numbers.flatMap((number) => internationalNumber(number) ?? []),
    reach_branch_id: reach.branchIds?.[0] ?? null,
    reach_owner_id: reach.reach === "own" ? reach.accountId : null,
    source_id: null,
    source_part: null,
  };
}

async function accountOf(tx: Tx, scope: Scope, count: number): Promise<Estimate["account"]> {
  if (!(await isMetered(tx, scope))) return null;
  const funds = await messageFunds(tx, scope);
  const { messages, balanceMinor, priceMinor, currency } = funds;
  const money = (minor: number) => fromMinor(minor, currency);
  const enoughFor = messagesWithin(funds);
  const paid = Math.max(0, count - messages);
  return {
    messages,
    balance: money(balanceMinor),
    price: priceMinor === null ? null : money(priceMinor),
    currency,
    after:
      count > enoughFor
        ? null
        : { messages: Math.max(0, messages - count), balance: money(balanceMinor - paid * (priceMinor ?? 0)) },
    enoughFor,
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
  of: {
    people: readonly Sample[];
    template: ReadyTemplate | null;
    form: Form;
    subject: string | null;
  },
): Promise<Estimate["samples"]> {
  const samples: Estimate["samples"] = [];
  for (const { leadId, phone, email, nickname } of of.people) {
    if (of.form.kind === "email") {
      samples.push({ leadId, nickname, phone: email ?? "", text: of.subject ?? "" });
      continue;
    }
    const number = phone ?? "";
    const to = { leadId, phone: number, template: of.template, variables: of.form.variables };
    samples.push({ ...(await fillForLead(tx, scope, to)), leadId, phone: `+${number}` });
  }
  return samples;
}

/**
 * How many people the plans of a number, and of numbers that share its limit, have written to within 24 hours; counted up to the
 * limit itself. WhatsApp does not count customers who wrote first.
 */
async function writtenToToday(
  tx: Tx,
  scope: Scope,
  { channelId, tier }: { channelId: ChannelId; tier: number },
): Promise<number> {
  const channels = await channelsSharingLimits(tx, scope, channelId);
  const { rows } = await sql<{ count: number }>`
    select count(distinct phone)::int as count from (
      select recipient.phone from broadcast_plan plan
      join broadcast_recipient recipient on recipient.organization_id = plan.organization_id
        and recipient.plan_id = plan.plan_id
      where plan.organization_id = ${scope.organizationId} and plan.channel_id = any(${sql.val(channels)}::uuid[])
        and plan.started_at > now() - make_interval(days => ${daysBack})
        and recipient.queued_at > now() - interval '24 hours' and recipient.state <> 'failed'
        and recipient.replied_at is null
      limit ${tier}) as written`.execute(tx);
  return rows[0]?.count ?? 0;
}
