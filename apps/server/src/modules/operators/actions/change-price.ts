import type { RequestOf } from "@homeroom/contract/endpoint";
import { fromMinor } from "@homeroom/contract/money";
import type { operators } from "@homeroom/contract/operators";
import { recordChange } from "#modules/audit/public";
import { addPrice, type Price } from "#modules/billing/public";
import { timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { today } from "#platform/clock/days";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireOperator } from "../policy.ts";

/** Sets another price from a day on, in the time zone of the operator's organisation. Throws as `addPrice`. */
export function changePrice(db: Database, actor: Actor, form: RequestOf<typeof operators.changePrice>): Promise<null> {
  requireOperator(actor, "sys:operator:edit");
  const scope = sharedScope(actor);
  const { recordID, priceID, amount, validFrom } = form;
  return inTransaction(db, scope, async (tx) => {
    const day = today(await timeZoneOf(tx, scope, null));
    const before = await addPrice(tx, { recordId: recordID, priceId: priceID, amount, validFrom, today: day });
    if (!before) return null;
    const { currency } = before;
    await recordChange(tx, actor, {
      module: "billing",
      action: "edited",
      subject: { type: "planPrice", id: recordID, name: priceName(before) },
      before: { total: fromMinor(before.amount_minor, currency), currency, validFrom: before.valid_from },
      after: { total: amount, currency, validFrom },
    });
    return null;
  });
}

/** A price's name in the log: "basic 12 HKD". */
function priceName({
  kind,
  plan,
  paid_months: months,
  currency,
}: Pick<Price, "kind" | "plan" | "paid_months" | "currency">): string {
  return `${plan ?? kind} ${months} ${currency}`;
}
