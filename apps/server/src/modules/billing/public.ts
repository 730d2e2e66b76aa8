import type { Platform, ServerModule } from "#platform/server-module";
import { billingJobs, billingUpkeep } from "./jobs.ts";
import { followSales } from "./reactions.ts";
import { bindBillingRoutes } from "./routes.ts";

export { ledgerFaults } from "./queries/ledger.ts";

/** The organisation's own account: its plan, its ledger, what it buys, and in a worker the watch over them. */
export function billingModule(platform: Platform): ServerModule {
  return {
    name: "billing",
    routes: (bind) => bindBillingRoutes(bind, platform),
    reactions: [followSales],
    jobs: billingJobs(platform),
    schedule: billingUpkeep(platform),
  };
}
