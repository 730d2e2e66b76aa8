import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";
import { protectTenantTable } from "../row-security.ts";

export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "sale_order_waiting",
    definition: "on sale_order (organization_id, created_at desc) where status = 'pending'",
  },
];

const proofs = `
-- A picture of a transfer that somebody showed: staff find the order that it pays and book it.
create table transfer_proof (
  organization_id uuid not null references organization on delete cascade,
  proof_id uuid not null,
  branch_id uuid not null,
  lead_id uuid,
  -- Where it was shown for one; for one from a chat it is found.
  order_id uuid,
  -- The chat message that brought it.
  message_id uuid,
  source text not null check (source in ('chat', 'customer', 'staff')),
  file_id uuid,
  -- What it looks like: 256 comparisons of neighbouring areas, and the brightness of 1152. Null: it could not be read.
  picture_bits bit(256),
  picture_areas bytea,
  -- An earlier proof whose picture looks the same.
  twin_id uuid,
  amount_minor bigint check (amount_minor > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  payer text not null default '',
  -- What the bank calls the transfer.
  reference text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'rejected')),
  note text not null default '',
  decided_at timestamptz,
  decided_by uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, proof_id),
  foreign key (organization_id, branch_id) references branch,
  foreign key (organization_id, lead_id) references lead on delete set null (lead_id),
  foreign key (organization_id, order_id) references sale_order on delete cascade,
  foreign key (organization_id, file_id) references stored_file on delete set null (file_id),
  foreign key (organization_id, twin_id) references transfer_proof on delete set null (twin_id),
  check ((state = 'waiting') = (decided_at is null)),
  check ((amount_minor is null) = (currency is null))
);
create unique index transfer_proof_identity on transfer_proof (proof_id);
create unique index transfer_proof_of_message on transfer_proof (organization_id, message_id) where message_id is not null;
create index transfer_proof_newest on transfer_proof (organization_id, state, created_at desc, proof_id desc);
create index transfer_proof_of_order on transfer_proof (organization_id, order_id) where order_id is not null;
create index transfer_proof_of_lead on transfer_proof (organization_id, lead_id) where lead_id is not null;
create index transfer_proof_of_branch on transfer_proof (organization_id, branch_id);
create index transfer_proof_of_file on transfer_proof (organization_id, file_id) where file_id is not null;
create index transfer_proof_of_twin on transfer_proof (organization_id, twin_id) where twin_id is not null;
create index transfer_proof_reference on transfer_proof (organization_id, reference) where reference <> '';
`;

/** Pictures that were shown before there were proofs. */
const known = `
insert into transfer_proof (organization_id, proof_id, branch_id, lead_id, order_id, source, file_id, state, decided_at, created_at)
select organization_id, gen_random_uuid(), branch_id, lead_id, order_id, 'customer', image_file_id,
  case when status = 'pending' and confirm_status = 'unconfirmed' then 'waiting'
    when confirm_status = 'rejected' then 'rejected' else 'confirmed' end,
  case when status = 'pending' and confirm_status = 'unconfirmed' then null else updated_at end, coalesce(image_at, created_at)
from sale_order where image_file_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(proofs).execute(db);
  await sql.raw(known).execute(db);
  await protectTenantTable(db, "transfer_proof");
  await sql`create policy only_with_all on transfer_proof as restrictive for delete using (exists (
    select from organization o where o.organization_id = transfer_proof.organization_id
      and o.deactivated_at is not null))`.execute(db);
}
