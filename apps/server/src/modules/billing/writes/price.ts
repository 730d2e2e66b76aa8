import type { RecordId } from "@homeroom/contract/ids";
import { toMinor } from "@homeroom/contract/money";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Price } from "../queries/prices.ts";

interface NewPrice {
  recordId: RecordId;
  /** A new price of the same item. */
  priceId: RecordId;
  amount: number;
  validFrom: string;
  today: string;
}

/**
 * Changes the price of an item from a day on; returns the earlier price, or null if it was already set. If a price of the
 * item already begins on that day, it was mistyped and is corrected. Existing orders keep their price. Throws NOT_FOUND, and
 * FIELD_INVALID for an amount that the currency does not allow or a past day.
 */
export async function addPrice(
  tx: Tx,
  { recordId, priceId, amount, validFrom, today }: NewPrice,
): Promise<Price | null> {
  const before = await priceById(tx, priceId);
  if (!before) throw new AppError("NOT_FOUND");
  const { kind, plan, currency, paid_months, granted_months, messages } = before;
  const made = await priceById(tx, recordId);
  if (made) return null;
  const minor = toMinor(amount, currency);
  if (!minor) throw invalid("amount");
  if (validFrom < today) throw invalid("validFrom");
  const inserted = await tx
    .insertInto("plan_price")
    .values({
      ...{ kind, plan, currency, paid_months, granted_months, messages },
      price_id: recordId,
      amount_minor: minor,
      valid_from: validFrom,
      valid_until: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("price_id")
    .executeTakeFirst();
  if (inserted) return before;
  // A concurrent call with the same id was faster, or another price of the item begins on that day.
  return (await priceById(tx, recordId)) ? null : correctPrice(tx, before, { validFrom, minor });
}

/** Corrects the price that begins on a day; returns the earlier price, or null if the amount is the same. */
async function correctPrice(
  tx: Tx,
  { kind, plan, currency, paid_months }: Price,
  { validFrom, minor }: { validFrom: string; minor: number },
): Promise<Price | null> {
  const mistyped = await tx
    .selectFrom("plan_price")
    .selectAll()
    .where("kind", "=", kind)
    .where("plan", "is not distinct from", plan)
    .where("currency", "=", currency)
    .where("paid_months", "=", paid_months)
    .where("valid_from", "=", validFrom)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (mistyped.amount_minor === minor) return null;
  await tx.updateTable("plan_price").set({ amount_minor: minor }).where("price_id", "=", mistyped.price_id).execute();
  return mistyped;
}

function invalid(field: string): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field, name: "FIELD_INVALID" }] });
}

function priceById(tx: Tx, priceId: RecordId): Promise<Price | undefined> {
  return tx.selectFrom("plan_price").selectAll().where("price_id", "=", priceId).executeTakeFirst();
}
