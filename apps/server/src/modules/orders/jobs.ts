import { organizationScope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import type { ScheduledWork } from "#platform/jobs/scheduled-work";
import { closeExpired, organizationsWithExpired } from "./actions/close-expired.ts";

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
