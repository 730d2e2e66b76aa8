import { platformRefunds } from "@homeroom/contract/platform-refunds";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import { loadOrder } from "../queries/orders.ts";
import { askRefund } from "./actions/ask-refund.ts";
import type { Refunding } from "./actions/settle-refund.ts";
import { platformRefundsOf, presentPlatformRefunds, presentRefundable, refundablePayments } from "./queries.ts";

export function bindPlatformRefundRoutes(bind: Binder, refunding: Refunding): void {
  const { db } = refunding.platform;
  bind(platformRefunds.list, ({ orderID }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      const order = await loadOrder(tx, scope, orderID);
      const asked = await platformRefundsOf(tx, scope, order.order_id);
      const isOpen = asked.some(({ state }) => state === "asked");
      return {
        list: await presentPlatformRefunds(tx, scope, asked),
        refundable: isOpen ? [] : presentRefundable(await refundablePayments(tx, scope, order)),
      };
    });
  });
  bind(platformRefunds.ask, (form, { actor, header }) =>
    askRefund(refunding, { actor, form, key: header("idempotency-key") }),
  );
}
