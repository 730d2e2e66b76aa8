import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { buyerOf, loadPlanOrder } from "../queries/orders.ts";
import { orderTitleIn } from "../rules/order-title.ts";

/** Finds the title of an organisation's order for itself, in the reader's language; null if it is not such an order. */
export function titleOfPlanOrder({ db }: Platform) {
  return async (orderId: RecordId, language: Language): Promise<string | null> => {
    const buyer = await buyerOf(db, orderId);
    if (!buyer) return null;
    const scope = organizationScope(buyer);
    const order = await inTransaction(db, scope, (tx) => loadPlanOrder(tx, scope, orderId));
    return orderTitleIn(order, language);
  };
}
