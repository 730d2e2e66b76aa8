import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const subscriptions = `
-- A browser that gets a person's push notifications, at the service of its maker.
create table push_subscription (
  organization_id uuid not null,
  subscription_id uuid not null default gen_random_uuid(),
  account_id uuid not null,
  -- The session in which it was last renewed; null once that is long over.
  session_id uuid,
  -- SHA-256 of its address, which is a secret itself.
  endpoint_hash bytea not null,
  -- Its address and keys, sealed.
  secrets bytea not null,
  renewed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (organization_id, subscription_id),
  unique (organization_id, endpoint_hash),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, session_id) references session on delete set null (session_id)
);
create index push_subscription_of_account on push_subscription (organization_id, account_id);
create index push_subscription_of_session on push_subscription (organization_id, session_id);
create index push_subscription_renewed on push_subscription (renewed_at);

-- Signed out, by the person or by somebody else: this browser hears nothing more. A session that only runs out leaves it.
create function push_subscription_ends() returns trigger language plpgsql as $$ begin
  delete from push_subscription where organization_id = new.organization_id and session_id = new.session_id;
  return null;
end $$;
create trigger push_subscription_ends after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function push_subscription_ends();
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(subscriptions).execute(db);
  await protectTenantTable(db, "push_subscription");
  // Sessions also end in work of the system, which removes old rows too.
  await openToSystem(db, "push_subscription", "write");
}
