import type { ConversionProblem } from "@homeroom/contract/conversions";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** What became known of events that were sent. */
export interface Outcome {
  eventIds: readonly string[];
  state: "waiting" | "sent" | "failed";
  problem: ConversionProblem | null;
  detail: string;
  dueAt: Date;
}

/** Stores the outcome of sending some events. */
export async function changeConversions(tx: Tx, { organizationId }: Scope, outcome: Outcome): Promise<void> {
  const { eventIds, state, problem, detail, dueAt } = outcome;
  await sql`
    update conversion_event set state = ${state}, problem = ${problem}, detail = ${detail}, due_at = ${dueAt},
      attempts = attempts + 1
    where organization_id = ${organizationId} and event_id = any(${sql.val([...eventIds])}::uuid[])`.execute(tx);
}
