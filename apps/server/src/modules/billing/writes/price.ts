import type { RecordId } from "@homeroom/contract/ids";
import { toMinor } from "@homeroom/contract/money";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Price } from "../queries/prices.ts";

interface NewPrice {
  recordId: RecordId;
  /** Another price of the same thing. */
  priceId: RecordId;
  amount: number;
  validFrom: string;
  today: string;
}

/**
 * Sells what has a price at another one from a day on; answers the price before, or null when it was set already. What was
 * ordered keeps its price. Throws NOT_FOUND, and FIELD_INVALID for an amount that the currency does not have, a day that is over,
 * or one on which another price of the same begins.
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
  // Another call with the same id was faster, or a price of the same begins on that day.
  if (!(await priceById(tx, recordId))) throw invalid("validFrom");
  return null;
}

function invalid(field: string): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field, name: "FIELD_INVALID" }] });
}

function priceById(tx: Tx, priceId: RecordId): Promise<Price | undefined> {
  return tx.selectFrom("plan_price").selectAll().where("price_id", "=", priceId).executeTakeFirst();
}
