import { type Kysely, sql } from "kysely";

const voids = `
-- A void receipt keeps its number and everything on it; another one may take its place.
alter table receipt
  add column voided_at timestamptz,
  add column voided_by uuid,
  add column void_reason text not null default '',
  add check ((voided_at is not null) or (voided_by is null and void_reason = ''));
drop index receipt_of_order;
drop index receipt_of_refund;
create unique index receipt_of_order on receipt (organization_id, order_id) where kind = 'receipt' and voided_at is null;
create unique index receipt_of_refund on receipt (organization_id, refund_id) where refund_id is not null and voided_at is null;

-- It is voided once, and changed in no other way.
drop policy never_changed on receipt;
create policy voided_once on receipt as restrictive for update using (voided_at is null) with check (voided_at is not null);
create function keep_receipt() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - array['voided_at', 'voided_by', 'void_reason'] is distinct from
     to_jsonb(old) - array['voided_at', 'voided_by', 'void_reason'] then
    raise exception 'A receipt stays as it was given';
  end if;
  return new;
end $$;
create trigger receipt_stays before update on receipt for each row
  when (new.voided_at is distinct from old.voided_at) execute function keep_receipt();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(voids).execute(db);
}
