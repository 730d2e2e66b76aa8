import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { orderChanged } from "#modules/orders/public";
import type { Payments } from "#modules/payments/public";
import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import { reaction } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { checkLedgers } from "./actions/check-ledgers.ts";
import { followOrder, followPlan, followSale } from "./actions/follow-order.ts";
import { renewDue } from "./actions/renew-by-card.ts";
import { reviewAllUses } from "./actions/review-uses.ts";
import { waitingOrders } from "./queries/orders.ts";
import { organizationsAtBoundary } from "./queries/periods.ts";

/** Follows an order of the seller that changed. */
export const followSaleJob = defineJob(
  "follow-plan-sale",
  z.object({ organizationId: OrganizationId, orderId: RecordId }),
  { retryLimit: 10 },
);

export function billingJobs({ db }: Platform): readonly JobHandler[] {
  return [handler(followSaleJob, ({ orderId }) => followSale(db, orderId))];
}

/** Follows orders without news, plans whose period has begun and use against limits, and checks the ledgers once a night. */
export function billingUpkeep(payments: Payments): readonly ScheduledWork[] {
  const { db, log } = payments.platform;
  return [
    { name: "use of plans", everySeconds: 900, run: (stop) => reviewAllUses(payments.platform, stop) },
    { name: "renewals by card", everySeconds: 300, run: (stop) => renewDue(payments, stop) },
    { name: "plan orders", everySeconds: 60, run: (stop) => followWaitingOrders(payments.platform, stop) },
    { name: "plan boundaries", everySeconds: 60, run: (stop) => followPlans(db, stop) },
    {
      name: "ledgers",
      everySeconds: 600,
      async run() {
        const faults = await checkLedgers(db, new Date());
        if (faults.length > 0) log.error({ faults: faults.slice(0, 20) }, "A ledger does not add up");
      },
    },
  ];
}

/** Follows the orders that wait for payment; a failure does not stop the others. */
export async function followWaitingOrders({ db, log }: Pick<Platform, "db" | "log">, stop: AbortSignal): Promise<void> {
  for (const { organization_id: organizationId, order_id: orderId } of await waitingOrders(db)) {
    if (stop.aborted) return;
    await followOrder(db, organizationScope(organizationId), orderId).catch((error: unknown) => {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, orderId }, "An order of a plan could not be followed; trying again");
    });
  }
}

async function followPlans(db: Database, stop: AbortSignal): Promise<void> {
  const now = new Date();
  for (const organizationId of await organizationsAtBoundary(db)) {
    if (stop.aborted) return;
    const scope = organizationScope(organizationId);
    await inTransaction(db, scope, (tx) => followPlan(tx, scope, now));
  }
}

/** An order for a plan changed at the seller: it is fulfilled or reversed. */
export const followSales = reaction({
  event: orderChanged,
  jobs: ({ payType }, { organizationId, aggregateId }) =>
    payType === "product" ? [] : [request(followSaleJob, { organizationId, orderId: RecordId.parse(aggregateId) })],
});
