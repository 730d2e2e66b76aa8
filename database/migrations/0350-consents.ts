import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const ledger = `
-- What leads said about being sent news, by channel. Rows are only added: the newest of a lead and channel holds.
create table consent_entry (
  organization_id uuid not null references organization on delete cascade,
  entry_id uuid not null default gen_random_uuid(),
  lead_id uuid not null,
  channel text not null check (channel in ('whatsapp', 'line', 'email')),
  decision text not null check (decision in ('given', 'withdrawn')),
  -- staff: noted by a person. message: the customer wrote it. provider: said to WhatsApp. link: the link in an e-mail.
  source text not null check (source in ('staff', 'message', 'provider', 'link')),
  -- The customer's words, or what a person wrote about them.
  wording text not null default '',
  -- When the customer said it.
  said_at timestamptz not null,
  recorded_by uuid,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, entry_id),
  foreign key (organization_id, lead_id) references lead on delete cascade
);
create unique index consent_entry_identity on consent_entry (entry_id);
create index consent_entry_newest on consent_entry (organization_id, lead_id, channel, recorded_at desc, entry_id desc);

-- Nobody changes an entry, and only with its lead or organisation does it go.
create policy never_changed on consent_entry as restrictive for update using (false);
create policy never_removed on consent_entry as restrictive for delete using (false);

-- The words with which a contact stopped or resumed marketing; empty where only the provider told us.
alter table channel_contact add column marketing_words text not null default '';

-- Whatever changes the mark on a contact is in the ledger too.
create function record_contact_consent() returns trigger language plpgsql as $$
begin
  insert into consent_entry (organization_id, lead_id, channel, decision, source, wording, said_at)
  select new.organization_id, new.lead_id, channel.kind,
    case when new.marketing_stopped_at is null then 'given' else 'withdrawn' end,
    case when new.marketing_words = '' then 'provider' else 'message' end,
    new.marketing_words, coalesce(new.marketing_said_at, new.marketing_stopped_at, now())
  from channel
  where channel.organization_id = new.organization_id and channel.channel_id = new.channel_id;
  return null;
end $$;
create trigger contact_consent after update of marketing_stopped_at on channel_contact
  for each row when ((old.marketing_stopped_at is null) <> (new.marketing_stopped_at is null))
  execute function record_contact_consent();
create trigger new_contact_consent after insert on channel_contact
  for each row when (new.marketing_stopped_at is not null)
  execute function record_contact_consent();
`;

/** Contacts that have stopped marketing before there was a ledger. */
const known = `
insert into consent_entry (organization_id, lead_id, channel, decision, source, said_at)
select contact.organization_id, contact.lead_id, channel.kind, 'withdrawn', 'provider', contact.marketing_stopped_at
from channel_contact contact join channel using (organization_id, channel_id)
where contact.marketing_stopped_at is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ledger).execute(db);
  await protectTenantTable(db, "consent_entry");
  await sql.raw(known).execute(db);
}
