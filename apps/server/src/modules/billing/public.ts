import type { PaymentGateway } from "#modules/payment-platforms/public";
import type { Platform, ServerModule } from "#platform/server-module";
import { billingJobs, billingUpkeep, followSales } from "./jobs.ts";
import { bindBillingRoutes, bindCardRoutes } from "./routes/account.ts";
import { bindAdRoutes } from "./routes/ads.ts";

export { giveGrant, startTrial } from "./actions/give-grant.ts";
export { titleOfPlanOrder } from "./actions/title-of-order.ts";
export { planNotRenewed, planUseRose } from "./events.ts";
export { ledgerFaults } from "./queries/ledger.ts";
export { type MessageFunds, messageFunds, messagesWithin, type OpenHold, openHolds } from "./queries/message-funds.ts";
export { awaitsPayment } from "./queries/orders.ts";
export { allPrices, currencyOfBuyer, type Price, pricedCurrencies } from "./queries/prices.ts";
export { type AdService, endService, lockService, saveService } from "./writes/ad-service.ts";
export { lockMessages, type ManyMessages, settleMessages } from "./writes/message-hold.ts";
export { addPrice } from "./writes/price.ts";

/** The organisation's own account: its plan, ledger and purchases, and in a worker the jobs for them. */
export function billingModule(platform: Platform, gateways: readonly PaymentGateway[]): ServerModule {
  const payments = { platform, gateways };
  return {
    name: "billing",
    routes(bind) {
      bindBillingRoutes(bind, platform);
      bindAdRoutes(bind, platform);
      bindCardRoutes(bind, payments);
    },
    reactions: [followSales],
    jobs: billingJobs(platform),
    schedule: billingUpkeep(payments),
  };
}
