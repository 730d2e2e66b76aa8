import type { ServiceStatus } from "@homeroom/contract/ad-services";
import { sql } from "kysely";
import type { AdService } from "#modules/billing/public";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

export type CentreService = AdService & { organization_name: string };

/**
 * A page of the ads that are to be placed for all centres: those that wait or run, the oldest first; or those of one
 * status, the newest first.
 */
export function servicesOfAll(
  db: Database,
  { status, offset, limit }: { status?: ServiceStatus | undefined; offset: number; limit: number },
): Promise<{ services: CentreService[]; total: number }> {
  const condition = status ? sql`s.status = ${status}` : sql`s.status in ('waiting', 'running')`;
  const order = status ? sql`s.created_at desc, s.service_id desc` : sql`s.created_at, s.service_id`;
  return inSystemTransaction(db, async (tx) => {
    const found = await sql<CentreService>`
      select s.*, o.name as organization_name from ad_service s
      join plan_centre o on o.organization_id = s.organization_id
      where ${condition} order by ${order} offset ${offset} limit ${limit}`.execute(tx);
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from ad_service s where ${condition}`.execute(tx);
    return { services: found.rows, total: counted.rows[0]?.total ?? 0 };
  });
}
