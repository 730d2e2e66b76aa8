import type { ServiceStatus } from "@homeroom/contract/ad-services";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { Schema } from "@homeroom/database/schema";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { type AdService, pricedCurrencies } from "#modules/billing/public";
import { containing } from "#platform/db/containing";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

interface CentreSearch {
  keywords: string;
  membership: readonly string[];
  offset: number;
  limit: number;
}

/** A stored centre, with its available amount in minor units. */
export type Centre = Selectable<Schema["plan_centre"]> & { money: number; messages: number; ad_budget: number };

interface CentrePage {
  centres: Centre[];
  total: number;
  /** The currencies of prices. */
  priced: CurrencyCode[];
}

/** A page of all centres with their accounts, newest first. Reads no data of their customers. */
export function centresOf(db: Database, search: CentreSearch): Promise<CentrePage> {
  return inSystemTransaction(db, async (tx) => {
    const found = await sql<Centre>`
      select c.*, ${balance("money")} as money, ${balance("message")} as messages, ${balance("adBudget")} as ad_budget
      from plan_centre c where ${conditionOf(search)}
      order by c.created_at desc, c.organization_id desc offset ${search.offset} limit ${search.limit}`.execute(tx);
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from plan_centre c where ${conditionOf(search)}`.execute(tx);
    const priced = await pricedCurrencies(tx);
    return { centres: found.rows, total: counted.rows[0]?.total ?? 0, priced };
  });
}

function conditionOf({ keywords, membership }: CentreSearch): RawBuilder<boolean> {
  const words = keywords === "" ? sql`true` : sql`c.name ilike ${containing(keywords)}`;
  const standing = membership.length === 0 ? sql`true` : sql`c.membership = any(${sql.val([...membership])}::text[])`;
  return sql`${words} and ${standing}`;
}

function balance(unit: string) {
  return sql`coalesce((select b.balance from ledger_balance b where b.organization_id = c.organization_id
    and b.unit = ${unit} and b.place = 'available'), 0)::bigint`;
}

export type CentreService = AdService & { organization_name: string };

/**
 * A page of the ads to place for all centres: those that wait or run, oldest first; or those of one
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
