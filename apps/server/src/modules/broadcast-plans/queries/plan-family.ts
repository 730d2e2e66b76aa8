import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "./plans.ts";

type Relative = Pick<Plan, "plan_id" | "state" | "created_at">;

/** A plan with all its resends and their sources, including removed ones; oldest first. */
export async function planFamily(tx: Tx, { organizationId }: Scope, planId: RecordId): Promise<Relative[]> {
  const { rows } = await sql<Relative>`
    with recursive older as (
      select plan_id, source_id from broadcast_plan where organization_id = ${organizationId} and plan_id = ${planId}
      union all
      select source.plan_id, source.source_id from older
      join broadcast_plan source on source.organization_id = ${organizationId} and source.plan_id = older.source_id),
    family as (
      select plan_id from older where source_id is null
      union all
      select again.plan_id from family
      join broadcast_plan again on again.organization_id = ${organizationId} and again.source_id = family.plan_id)
    select plan_id, state, created_at from family
    join broadcast_plan using (plan_id) where organization_id = ${organizationId}
    order by created_at, plan_id`.execute(tx);
  return rows;
}
