import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Payments } from "./actions/payments.ts";
import { reviewDue } from "./actions/review-payments.ts";

/** Asks payment platforms about payments whose notice did not come. */
export function overduePayments(payments: Payments): ScheduledWork {
  return { name: "overdue payments", everySeconds: 60, run: () => reviewDue(payments) };
}
