import { type Kysely, sql } from "kysely";

// Everything under the lock of a unit is one call, so that others wait for it as short as can be.
const moves = `
-- Moves an amount of a unit and writes its entry: 'moved', 'already' when the key was moved before, 'short' when there is less,
-- with what there is. The unit stays locked until the transaction ends.
create function ledger_move(
  of_organization uuid, of_unit text, source text, target text, moved bigint, because text, once_key text, new_entry uuid,
  of_order uuid, of_reservation uuid, with_note text, by_account uuid, out outcome text, out held bigint
) language plpgsql as $$
declare
  locked integer;
  source_after bigint;
  target_after bigint;
begin
  perform 1 from ledger_balance where organization_id = of_organization and unit = of_unit order by place for update;
  get diagnostics locked = row_count;
  if locked < 4 then
    insert into ledger_balance (organization_id, unit, place)
      select of_organization, of_unit, place
      from (values ('available'), ('outside'), ('reserved'), ('used')) as places (place) order by place
      on conflict do nothing;
    perform 1 from ledger_balance where organization_id = of_organization and unit = of_unit order by place for update;
  end if;
  if exists (select from ledger_entry where organization_id = of_organization and idempotency_key = once_key) then
    outcome := 'already';
    return;
  end if;
  update ledger_balance set balance = balance - moved
    where organization_id = of_organization and unit = of_unit and place = source
      and (source = 'outside' or balance >= moved)
    returning balance into source_after;
  if not found then
    outcome := 'short';
    select balance into held from ledger_balance
      where organization_id = of_organization and unit = of_unit and place = source;
    return;
  end if;
  update ledger_balance set balance = balance + moved
    where organization_id = of_organization and unit = of_unit and place = target
    returning balance into target_after;
  insert into ledger_entry (organization_id, entry_id, position, unit, from_place, to_place, amount, from_balance, to_balance,
      cause, idempotency_key, order_id, reservation_id, note, created_by)
    values (of_organization, new_entry,
      coalesce((select position from ledger_entry where organization_id = of_organization and unit = of_unit
        order by position desc limit 1), 0) + 1,
      of_unit, source, target, moved, source_after, target_after, because, once_key, of_order, of_reservation, with_note,
      by_account);
  outcome := 'moved';
end $$;

-- Moves an amount to what is reserved and writes the reservation; the same key again answers the reservation of the first time.
create function ledger_reserve(
  of_organization uuid, of_unit text, moved bigint, because text, once_key text, new_entry uuid, new_reservation uuid,
  out outcome text, out held bigint, out reservation uuid
) language plpgsql as $$
begin
  select m.outcome, m.held into outcome, held from ledger_move(of_organization, of_unit, 'available', 'reserved', moved,
    'reservation', once_key, new_entry, null, new_reservation, because, null) m;
  if outcome = 'moved' then
    reservation := new_reservation;
    insert into ledger_reservation (organization_id, reservation_id, unit, cause, amount, left_amount)
      values (of_organization, new_reservation, of_unit, because, moved, moved);
  elsif outcome = 'already' then
    select reservation_id into reservation from ledger_entry
      where organization_id = of_organization and idempotency_key = once_key;
  end if;
end $$;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(moves).execute(db);
}
