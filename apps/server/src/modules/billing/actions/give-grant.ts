import type { RecordId } from "@homeroom/contract/ids";
import { toMinor } from "@homeroom/contract/money";
import { type GrantKind, grantLimits } from "@homeroom/contract/operators";
import { changePlan, lockPlan } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { currencyOf } from "../queries/prices.ts";
import { standingOf } from "../queries/standing.ts";
import { startOfNext } from "../rules/periods.ts";
import { applyPeriods } from "../writes/fulfil-order.ts";
import { move } from "../writes/ledger.ts";

const day = 86_400_000;

/** A grant from our staff to an organisation. */
export interface Grant {
  grantId: RecordId;
  kind: GrantKind;
  amount: number;
  reason: string;
}

/**
 * Gives an organisation days, messages, money or an ad budget. Returns false if it was already given. Throws
 * FIELD_INVALID at `amount` for a fraction of a day or message.
 */
export async function giveGrant(
  tx: Tx,
  scope: Scope,
  { grantId, kind, amount, reason }: Grant,
  now = new Date(),
): Promise<boolean> {
  // Lock the organisation first: every change of its plan does.
  await lockPlan(tx, scope);
  const inserted = await tx
    .insertInto("plan_grant")
    .values({ organization_id: scope.organizationId, grant_id: grantId, kind, amount, reason })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  if (kind === "days") {
    if (!Number.isInteger(amount) || amount > grantLimits.days) throw invalidAmount();
    await giveDays(tx, scope, { days: amount, now });
    return true;
  }
  const whole = await unitsOf(tx, scope, { kind, amount });
  if (whole === null) throw invalidAmount();
  const given = { unit: kind, from: "outside", to: "available", cause: "grant" } as const;
  await move(tx, scope, { ...given, amount: whole, key: `grant ${grantId}`, note: reason });
  return true;
}

/** Days are added at the end, like bought ones: on the last plan or the trial. */
async function giveDays(tx: Tx, scope: Scope, { days, now }: { days: number; now: Date }): Promise<void> {
  const { membership } = await lockPlan(tx, scope);
  const { periods, ...standing } = await standingOf(tx, scope, now);
  const startsAt = startOfNext(now, standing);
  const endsAt = new Date(startsAt.getTime() + days * day);
  const last = periods.at(-1);
  if (!last) {
    await changePlan(tx, scope, { membership: membership === "expired" ? "trial" : membership, expires_at: endsAt });
    return;
  }
  // The plan is renewed on the terms of its last period, so this keeps the earlier terms.
  const { plan, paidMonths, grantedMonths } = last;
  const granted = { plan, startsAt, endsAt, days, amountMinor: 0, paidMonths, grantedMonths };
  await applyPeriods(tx, scope, { periods: [...periods, { ...granted, orderId: null, upgrade: null }], now });
}

const gigabyte = 1024 ** 3;

/** An amount in the ledger's units; null for a fraction of an indivisible unit. */
async function unitsOf(
  tx: Tx,
  scope: Scope,
  { kind, amount }: { kind: Exclude<GrantKind, "days">; amount: number },
): Promise<number | null> {
  if (kind === "storage") return wholeOf(amount * gigabyte);
  if (kind === "message" || kind === "image") return wholeOf(amount);
  return toMinor(amount, await currencyOf(tx, scope));
}

function wholeOf(amount: number): number | null {
  return Number.isInteger(amount) ? amount : null;
}

function invalidAmount(): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field: "amount", name: "FIELD_INVALID" }] });
}

/** Gives a new organisation its trial's messages and ad budget. Idempotent. */
export async function startTrial(tx: Tx, scope: Scope): Promise<void> {
  const currency = await currencyOf(tx, scope);
  const grant = await tx.selectFrom("trial_grant").selectAll().where("currency", "=", currency).executeTakeFirst();
  if (!grant) return;
  const given = { from: "outside", to: "available", cause: "trial" } as const;
  const { messages, ad_budget_minor: adBudget } = grant;
  if (messages > 0) await move(tx, scope, { ...given, unit: "message", amount: messages, key: "trial messages" });
  if (adBudget > 0) await move(tx, scope, { ...given, unit: "adBudget", amount: adBudget, key: "trial ad budget" });
}
