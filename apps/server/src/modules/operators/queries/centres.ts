import type { CurrencyCode } from "@homeroom/contract/money";
import type { CentreRow } from "@homeroom/contract/operators";
import { type RawBuilder, sql } from "kysely";
import { pricedCurrencies } from "#modules/billing/public";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

export interface Wanted {
  keywords: string;
  membership: readonly string[];
  offset: number;
  limit: number;
}

/** A centre as it is stored: money in minor units. */
export interface Centre {
  organizationId: CentreRow["organizationID"];
  name: string;
  country: string;
  membership: CentreRow["membership"];
  plan: CentreRow["plan"];
  expiresAt: Date | null;
  createdAt: Date;
  /** Of its first order; null before it bought anything. */
  currency: CentreRow["currency"] | null;
  money: number;
  messages: number;
  adBudget: number;
  staff: number;
  branches: number;
  storage: number;
  limits: { staff: number; branches: number; storage: number };
  openOrders: number;
}

export interface CentrePage {
  centres: Centre[];
  total: number;
  /** The currencies that prices are kept in. */
  priced: CurrencyCode[];
}

/** A page of all centres with their accounts, the newest first. Nothing of their customers is read. */
export function centresOf(db: Database, wanted: Wanted): Promise<CentrePage> {
  return inSystemTransaction(db, async (tx) => {
    const page = sql`
      select * from organization o where ${conditionOf(wanted)}
      order by o.created_at desc, o.organization_id desc offset ${wanted.offset} limit ${wanted.limit}`;
    const found = await sql<Centre>`
      select o.organization_id as "organizationId", o.name, o.country, o.membership, l.plan, o.expires_at as "expiresAt",
        o.created_at as "createdAt",
        (select p.currency from plan_order p where p.organization_id = o.organization_id order by p.created_at limit 1) as currency,
        ${balance("money")} as money, ${balance("message")} as messages, ${balance("adBudget")} as "adBudget",
        u.staff, u.branches, u.storage_bytes as storage,
        jsonb_build_object('staff', l.staff, 'branches', l.branches, 'storage', l.storage_bytes) as limits,
        (select count(*)::int from plan_order p
          where p.organization_id = o.organization_id and p.status = 'pending') as "openOrders"
      from (${page}) o
      join lateral (select * from plan_limit l where l.organization_id = o.organization_id) l on true
      join lateral (
        select (select count(*)::int from account a where a.organization_id = o.organization_id and a.status = 1) as staff,
          (select count(*)::int from branch b where b.organization_id = o.organization_id and b.status = 1) as branches,
          coalesce((select bytes from storage_use s where s.organization_id = o.organization_id), 0)::float8 as storage_bytes
      ) u on true
      order by o.created_at desc, o.organization_id desc`.execute(tx);
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from organization o where ${conditionOf(wanted)}`.execute(tx);
    const priced = await pricedCurrencies(tx);
    return { centres: found.rows, total: counted.rows[0]?.total ?? 0, priced };
  });
}

function conditionOf({ keywords, membership }: Wanted): RawBuilder<boolean> {
  const words = keywords === "" ? sql`true` : sql`o.name ilike ${`%${keywords.replaceAll(/[\\%_]/g, "\\$&")}%`}`;
  const standing = membership.length === 0 ? sql`true` : sql`o.membership = any(${sql.val([...membership])}::text[])`;
  return sql`${words} and ${standing}`;
}

function balance(unit: string) {
  return sql`coalesce((select b.balance from ledger_balance b where b.organization_id = o.organization_id
    and b.unit = ${unit} and b.place = 'available'), 0)::float8`;
}
