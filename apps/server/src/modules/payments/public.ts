import type { PaymentGateway } from "#modules/payment-platforms/public";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import type { Platform, ServerModule } from "#platform/server-module";
import type { Payments } from "./actions/payments.ts";
import { reviewDue } from "./actions/review-payments.ts";
import { bindPaymentRoutes, notifyRoutes, type TitleOfPlanOrder } from "./routes.ts";

export { type CardPayment, type ChargeOutcome, chargeCard } from "./actions/charge-card.ts";
export type { Payments } from "./actions/payments.ts";
export { payAddress } from "./rules/pay-address.ts";

/** Customers' payments of orders: their page, the notices of platforms, and in a worker the check for missing notices. */
export function paymentsModule(
  platform: Platform,
  gateways: readonly PaymentGateway[],
  titleOf: TitleOfPlanOrder = async () => null,
): ServerModule {
  const payments = { platform, gateways };
  return {
    name: "payments",
    routes: (bind) => bindPaymentRoutes(bind, payments, titleOf),
    callbacks: async (app) => {
      await app.register(async (scope) => notifyRoutes(scope, payments));
    },
    schedule: [overduePayments(payments)],
  };
}

/** Queries payment platforms about payments without a notice. */
function overduePayments(payments: Payments): ScheduledWork {
  return { name: "overdue payments", everySeconds: 60, run: () => reviewDue(payments) };
}
