import { type Kysely, sql } from "kysely";
import type { Backfill } from "../migration.ts";

/**
 * An order keeps copies of its lead's name, sales person and tutor, and a text to search. Triggers update them on every write.
 * They run with the rights of their owner, because people who may change a lead need not have the right to change its orders.
 */
const copies = `
alter table sale_order
  -- The lead's name; the buyer's while the lead has none or is erased.
  add column lead_name text,
  add column sales_id uuid,
  add column tutor_id uuid,
  -- Number, lead's name and names of what was bought, lower case, full-width forms made plain, a line break before each.
  add column search_text text;

-- The lead is held, so that its change of the same moment either is seen here or sees this order.
create function fill_lead_of_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  holder record;
begin
  select nickname, sales_id, tutor_id into holder from lead
    where organization_id = new.organization_id and lead_id = new.lead_id for share;
  new.lead_name := coalesce(nullif(holder.nickname, ''), new.buyer_name);
  new.sales_id := holder.sales_id;
  new.tutor_id := holder.tutor_id;
  -- Of an order of before; a new one has no lines yet.
  if new.line_names is null and tg_op = 'UPDATE' then
    select coalesce(string_agg(name, ' ' order by position), '') into new.line_names from order_line
      where organization_id = new.organization_id and order_id = new.order_id;
  end if;
  new.search_text := lower(normalize(translate(
    E'\\n' || new.order_number || E'\\n' || new.lead_name || E'\\n' || coalesce(new.line_names, ''), E'\\u0001', ''), nfkc));
  return new;
end $$;
create trigger fill_lead_of_new before insert on sale_order for each row execute function fill_lead_of_order();
create trigger fill_lead before update of lead_id, buyer_name, line_names on sale_order
  for each row execute function fill_lead_of_order();

create function copy_lead_to_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sale_order set lead_id = new.lead_id where organization_id = new.organization_id and lead_id = new.lead_id;
  return null;
end $$;
create trigger copy_to_orders after update of nickname, sales_id, tutor_id on lead for each row
  when ((old.nickname, old.sales_id, old.tutor_id) is distinct from (new.nickname, new.sales_id, new.tutor_id))
  execute function copy_lead_to_orders();
`;

/** The trigger does the rest. */
export const backfill: Backfill = { table: "sale_order", set: "lead_id = lead_id", where: "search_text is null" };

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(copies).execute(db);
}
