import { AccountId, OrganizationId } from "@homeroom/contract/ids";
import { z } from "zod";
import { rowRooms } from "#platform/db/row-filter";
import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import { defineJob, handler, type JobHandler, request } from "#platform/jobs/job";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import { reaction } from "#platform/outbox/events";
import type { Platform } from "#platform/server-module";
import { closeExpired, organizationsWithExpired } from "./actions/end-unpaid-orders.ts";
import { organizationsWithDueParts, remindOfInstalments } from "./actions/remind-of-instalments.ts";
import { sendReceiptOfPayment } from "./actions/send-receipt.ts";
import { orderChanged, receiptWanted } from "./events.ts";
import { type Refunding, settleDueRefunds } from "./platform-refunds/actions/settle-refund.ts";
import { type Issuing, settleDueInvoices } from "./tax-invoices/actions/settle-due.ts";

export const sendReceiptJob = defineJob(
  "send-receipt",
  z.object({ organizationId: OrganizationId, orderID: z.string(), accountId: AccountId.nullable() }),
  { retryLimit: 8, retryDelaySeconds: 5 },
);

export function orderJobs(platform: Platform): readonly JobHandler[] {
  return [
    handler(sendReceiptJob, ({ organizationId, orderID, accountId }) =>
      sendReceiptOfPayment(platform, organizationScope(organizationId), { orderID, accountId }),
    ),
  ];
}

/** Closes overdue orders. */
export function expiredOrders(db: Database): ScheduledWork {
  return {
    name: "expired orders",
    everySeconds: 20,
    async run(stop) {
      for (const organizationId of await organizationsWithExpired(db)) {
        while (!stop.aborted && (await closeExpired(db, organizationScope(organizationId))) > 0);
      }
    },
  };
}

/** Requests due e-invoices from ECPay. */
export function dueInvoices(issuing: Issuing): ScheduledWork {
  return { name: "due e-invoices", everySeconds: 5, run: (stop) => settleDueInvoices(issuing, stop) };
}

/** Asks payment platforms about refunds whose answer was lost or is still pending. */
export function dueRefunds(refunding: Refunding): ScheduledWork {
  return { name: "due refunds", everySeconds: 30, run: (stop) => settleDueRefunds(refunding, stop) };
}

/** Reminds staff of due and overdue instalments. */
export function dueInstalments(db: Database): ScheduledWork {
  return {
    name: "due instalments",
    everySeconds: 600,
    async run(stop) {
      for (const organizationId of await organizationsWithDueParts(db)) {
        while (!stop.aborted && (await remindOfInstalments(db, organizationScope(organizationId))) > 0);
      }
    },
  };
}

/** An order changed: notifies the people who see it. */
export const publishOrderChange = reaction({
  event: orderChanged,
  sockets: ({ orderID, payType: _payType, ...row }, { organizationId }) => [
    { rooms: rowRooms("order", { ...row, organizationId }), event: "order.changed", payload: { orderID } },
  ],
});

/** An order was paid: sends its receipt to the customer's chat. */
export const sendReceiptWanted = reaction({
  event: receiptWanted,
  jobs: ({ orderID, accountId }, { organizationId }) => [
    request(sendReceiptJob, { organizationId, orderID, accountId }),
  ],
});
