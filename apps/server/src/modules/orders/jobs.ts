import { AccountId, OrganizationId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import { defineJob, handler, type JobHandler } from "#platform/jobs/job";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform } from "#platform/server-module";
import { closeExpired, organizationsWithExpired } from "./actions/close-expired.ts";
import { organizationsWithDueParts, remindOfInstalments } from "./actions/remind-of-instalments.ts";
import { sendReceiptOfPayment } from "./actions/send-receipt.ts";
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

/** Closes orders whose time to pay is over. */
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

/** Asks ECPay for the e-invoices that are due. */
export function dueInvoices(issuing: Issuing): ScheduledWork {
  return { name: "due e-invoices", everySeconds: 5, run: (stop) => settleDueInvoices(issuing, stop) };
}

/** Reminds staff of parts of orders that are due, and of late ones. */
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
