import type { AccountInfo } from "@homeroom/contract/billing";
import { fromMinor } from "@homeroom/contract/money";
import { sql } from "kysely";
import { daysUntil, graceDays, organizationOf, removalDueAt } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type Period, planAt } from "../rules/periods.ts";
import type { Subscription } from "../rules/quote.ts";
import { balancesOf } from "./ledger.ts";
import { messageFunds, messagesWithin } from "./message-funds.ts";
import { standingOf } from "./standing.ts";
import { usesOf } from "./uses.ts";

const day = 86_400_000;

/** The organisation's account at a moment: its plan, its balances, and use against the limits of the plan. */
export async function accountOf(tx: Tx, scope: Scope, now: Date): Promise<Omit<AccountInfo, "canBuy">> {
  const organization = await organizationOf(tx, scope);
  if (!organization) throw new AppError("NOT_FOUND");
  const { membership, expires_at: expiresAt, time_zone: timeZone } = organization;
  const standing = await standingOf(tx, scope, now);
  const { currency, periods } = standing;
  const plan = planAt(periods, now) ?? periods.at(-1)?.plan ?? planOf(membership);
  const balance = await balancesOf(tx, scope);
  const money = (minor: number) => fromMinor(minor, currency);
  return {
    membership,
    plan,
    ...endsOf({ expiresAt, membership, hasPeriods: periods.length > 0 }),
    daysLeft: expiresAt && Math.max(0, daysUntil(expiresAt, timeZone, now)),
    serverTime: now.toISOString(),
    currency,
    balance: money(balance("money", "available")),
    reserved: money(balance("money", "reserved")),
    messages: balance("message", "available"),
    reservedMessages: balance("message", "reserved"),
    adBudget: money(balance("adBudget", "available")),
    ...(await enoughFor(tx, scope)),
    uses: await usesOf(tx, scope),
    nextInvoice: nextInvoice(standing, plan),
    upcoming: periods
      .filter(({ startsAt }) => startsAt > now)
      .map((one) => ({ plan: one.plan, startTime: one.startsAt.toISOString(), endTime: one.endsAt.toISOString() })),
  };
}

function planOf(membership: AccountInfo["membership"]): AccountInfo["plan"] {
  return membership === "basic" || membership === "advanced" ? membership : "trial";
}

function endsOf({
  expiresAt,
  membership,
  hasPeriods,
}: {
  expiresAt: Date | null;
  membership: AccountInfo["membership"];
  hasPeriods: boolean;
}) {
  if (!expiresAt) return { expireTime: null, graceTime: null, removalTime: null };
  const hasGrace = hasPeriods || (membership !== "trial" && membership !== "expired");
  return {
    expireTime: expiresAt.toISOString(),
    graceTime: hasGrace ? new Date(expiresAt.getTime() + graceDays * day).toISOString() : null,
    removalTime: removalDueAt(expiresAt).toISOString(),
  };
}

async function enoughFor(tx: Tx, scope: Scope): Promise<Pick<AccountInfo, "enoughMessages" | "enoughBroadcasts">> {
  const funds = await messageFunds(tx, scope);
  const messages = messagesWithin(funds);
  const size = await broadcastSize(tx, scope);
  return {
    enoughMessages: funds.priceMinor === null ? null : messages,
    enoughBroadcasts: size === null ? null : Math.floor(messages / size),
  };
}

/** The average number of messages in the last ten broadcasts; null before the first one. */
async function broadcastSize(tx: Tx, scope: Scope): Promise<number | null> {
  const found = await sql<{ size: number | null }>`
    select avg(packaged + paid)::float8 as size from (
      select packaged, paid from message_hold where organization_id = ${scope.organizationId}
      order by created_at desc limit 10) last`.execute(tx);
  const size = found.rows[0]?.size ?? null;
  return size === null || size < 1 ? null : size;
}

/** Today's price of renewing the last plan on the same terms, or of one month if those are no longer sold. */
function nextInvoice({ periods, prices, expiresAt, currency }: Subscription, plan: AccountInfo["plan"]) {
  if (plan === "trial" || !expiresAt) return null;
  const last: Pick<Period, "plan" | "paidMonths"> = periods.at(-1) ?? { plan, paidMonths: 1 };
  const of = (months: number) => prices.find((one) => one.plan === last.plan && one.paidMonths === months);
  const price = of(last.paidMonths) ?? of(1);
  if (!price) return null;
  const { paidMonths: months, amountMinor } = price;
  return {
    plan: last.plan,
    months,
    amount: fromMinor(amountMinor, currency),
    currency,
    dueTime: expiresAt.toISOString(),
  };
}
