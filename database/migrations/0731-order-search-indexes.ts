import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

/** Lists read the copies of all orders. Triggers write them, so those of the release before are whole as well. */
export const afterBackfills = ["0730-order-search"];

/** What the row filter asks for: an index that carries it is counted without a look at the rows. */
const seenBy = "include (branch_id, sales_id, tutor_id)";

export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "sale_order_of_sales",
    definition:
      "on sale_order (organization_id, sales_id, created_at desc, order_id desc) include (branch_id, tutor_id)",
  },
  {
    name: "sale_order_of_tutor",
    definition:
      "on sale_order (organization_id, tutor_id, created_at desc, order_id desc) include (branch_id, sales_id)",
  },
  {
    name: "sale_order_with_status",
    definition: `on sale_order (organization_id, status, created_at desc, order_id desc) ${seenBy}`,
  },
  {
    name: "sale_order_sums",
    definition: `on sale_order (organization_id, created_at) include (currency, total_minor, paid_minor, refunded_minor,
      status, next_due_on, branch_id, sales_id, tutor_id)`,
  },
  {
    name: "sale_order_keys",
    definition:
      "on sale_order using gin (search_keys(organization_id, search_text)) with (gin_pending_list_limit = 512)",
  },
];

const search = `
alter index sale_order_keys alter column 1 set statistics 0;
create statistics order_words on search_keys(organization_id, search_text) from sale_order;
alter statistics order_words set statistics 300;

-- For searches, as organization_lead.
create view organization_order as
  select * from sale_order where organization_id = app_organization();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(search).execute(db);
  // The index by status gives the same and more.
  await sql`drop index sale_order_waiting`.execute(db);
}
