import type { PaymentGateway } from "#modules/payment-platforms/public";
import type { Platform, ServerModule } from "#platform/server-module";
import { overduePayments } from "./jobs.ts";
import { notifyRoutes } from "./routes/notices.ts";
import { bindPaymentRoutes } from "./routes/pay-page.ts";

export { type CardPayment, type ChargeOutcome, chargeCard } from "./actions/charge-card.ts";
export type { Payments } from "./actions/payments.ts";
export { payAddress } from "./rules/pay-address.ts";

/** Customers paying orders: their page, the notices of platforms, and in a worker the watch over notices that did not come. */
export function paymentsModule(platform: Platform, gateways: readonly PaymentGateway[]): ServerModule {
  const payments = { platform, gateways };
  return {
    name: "payments",
    routes: (bind) => bindPaymentRoutes(bind, payments),
    callbacks: async (app) => {
      await app.register(async (scope) => notifyRoutes(scope, payments));
    },
    schedule: [overduePayments(payments)],
  };
}
