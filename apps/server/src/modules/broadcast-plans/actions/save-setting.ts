import { type BroadcastPrice, broadcastSettings, overlappedPrice } from "@homeroom/contract/broadcast-settings";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { priceOfRow, pricesOf, settingOf } from "../queries/settings.ts";
import { toMicros } from "../rules/plan-rules.ts";

type Form = RequestOf<typeof broadcastSettings.save>;

/**
 * Replaces limit, warning levels, quiet hours and price table. Throws STALE_DATA, SETTING_ITEM_DUPLICATE for a duplicate
 * price, and PRICE_PERIOD_OVERLAPS for one that begins within the days of another.
 */
export function saveSetting(db: Database, actor: Actor, form: Form): Promise<void> {
  requireAccess(actor, broadcastSettings.save);
  const scope = sharedScope(actor);
  const { organizationId } = scope;
  requireApart(form.prices);
  return inTransaction(db, scope, async (tx) => {
    // Its row may not exist yet.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${organizationId} broadcast setting`}, 7022))`.execute(
      tx,
    );
    const held = await settingOf(tx, scope);
    requireVersion(held, form.version);
    const prices = await pricesOf(tx, scope);
    const levels = [...new Set(form.warningLevels)].toSorted((one, other) => one - other);
    const values = {
      monthly_limit: form.monthlyLimit,
      warning_levels: levels,
      quiet_from: form.quietHours?.from ?? null,
      quiet_until: form.quietHours?.until ?? null,
      approval_above: form.approvalAbove,
      updated_by: actor.accountId,
    };
    const version = held.version + 1;
    await tx
      .insertInto("broadcast_setting")
      .values({ organization_id: organizationId, ...values, version })
      .onConflict((conflict) =>
        conflict.column("organization_id").doUpdateSet({ ...values, version, updated_at: new Date() }),
      )
      .execute();
    await tx.deleteFrom("broadcast_price").where("organization_id", "=", organizationId).execute();
    if (form.prices.length > 0)
      await tx
        .insertInto("broadcast_price")
        .values(
          form.prices.map((price) => ({
            organization_id: organizationId,
            price_id: RecordId.parse(v7()),
            country: price.country,
            category: price.category,
            currency: price.currency,
            unit_micros: toMicros(price.unitPrice),
            valid_from: price.validFrom,
            valid_to: price.validTo,
          })),
        )
        .execute();
    await recordChange(tx, actor, {
      module: "broadcast",
      action: "edited",
      subject: { type: "broadcastSetting", id: organizationId, name: "" },
      ...auditedPrices(prices.map(priceOfRow), form.prices, {
        before: audited(held),
        after: audited({ ...form, warningLevels: levels }),
      }),
    });
  });
}

/** Prices that the log names. An imported table has hundreds. */
const maxNamed = 20;

/** What the log says of a change: how many prices there were and are, and those that differ. */
function auditedPrices<Fields extends object>(
  held: readonly BroadcastPrice[],
  wanted: readonly BroadcastPrice[],
  fields: { before: Fields; after: Fields },
) {
  const [was, is] = [held.map(lineOf), wanted.map(lineOf)];
  const besides = (lines: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return lines.filter((line) => !known.has(line)).slice(0, maxNamed);
  };
  return {
    before: { ...fields.before, prices: was.length, changedPrices: besides(was, is) },
    after: { ...fields.after, prices: is.length, changedPrices: besides(is, was) },
  };
}

/** "HK marketing USD 0.0732, 2026-10-01 –". */
function lineOf({ country, category, currency, unitPrice, validFrom, validTo }: BroadcastPrice): string {
  return `${country} ${category} ${currency} ${unitPrice}, ${validFrom} – ${validTo ?? ""}`.trimEnd();
}

function requireApart(prices: Form["prices"]): void {
  const keys = prices.map(({ country, category, validFrom }) => `${country} ${category} ${validFrom}`);
  for (const [index, price] of prices.entries()) {
    const field = `prices.${index}.validFrom`;
    if (keys.indexOf(keys[index] ?? "") < index) {
      const name = "SETTING_ITEM_DUPLICATE";
      throw new AppError(name, {}, { fields: [{ field, name }] });
    }
    const overlapped = overlappedPrice(price, prices);
    if (!overlapped) continue;
    const data = { from: overlapped.validFrom, until: overlapped.validTo ?? "" };
    const name = "PRICE_PERIOD_OVERLAPS";
    throw new AppError(name, data, { fields: [{ field, name, data }] });
  }
}

function audited({
  monthlyLimit,
  warningLevels,
  quietHours,
  approvalAbove,
}: Pick<Form, "monthlyLimit" | "warningLevels" | "quietHours" | "approvalAbove">) {
  return {
    monthlyLimit,
    approvalAbove,
    warningLevels,
    quietHours: quietHours ? `${quietHours.from}–${quietHours.until}` : null,
  };
}
