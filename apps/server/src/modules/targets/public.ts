import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { RawBuilder } from "kysely";
import { leadIdsMatching } from "#modules/leads/public";
import { scopeOfRecord } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform, ServerModule } from "#platform/server-module";
import type { TargetUses } from "./port.ts";
import { loadTarget } from "./queries.ts";
import { bindTargetRoutes } from "./routes.ts";
import { reachableBy } from "./rules.ts";

export type { TargetUses } from "./port.ts";
export { namesInRules } from "./present.ts";
export { targetNames } from "./queries.ts";

/** The leads that a recipient list reaches at this moment. */
export interface Recipients {
  readonly name: string;
  /**
   * A subquery of the ids of its leads, to be joined or inserted from. `by` leaves out leads that cannot be reached
   * that way: without a phone number, or without an e-mail address.
   */
  leadIds(by?: "phone" | "email"): RawBuilder<LeadId>;
}

/**
 * The recipients of a list that is open for use and that the scope sees, within the list's own reach, whichever person
 * sends. Throws PLAN_LIST_CLOSED for one that is closed, NOT_FOUND for any other: deleted, or of another branch or
 * organisation.
 */
export async function recipientsOf(tx: Tx, scope: Scope, listId: RecordId): Promise<Recipients> {
  const target = await loadTarget(tx, scope, listId);
  if (target.openStatus !== 1)
    throw new AppError("PLAN_LIST_CLOSED", {}, { fields: [{ field: "targetIDs", name: "PLAN_LIST_CLOSED" }] });
  const reach = scopeOfRecord({ organizationId: scope.organizationId, ...target });
  return { name: target.name, leadIds: (by) => leadIdsMatching(reach, reachableBy(target.rule, by)) };
}

/** Recipient lists: saved rules that keep leads, for broadcasts. `uses` says who needs a list that is to be removed. */
export function targetsModule(platform: Platform, uses: readonly TargetUses[] = []): ServerModule {
  return { name: "targets", routes: (bind) => bindTargetRoutes(bind, platform, uses) };
}
