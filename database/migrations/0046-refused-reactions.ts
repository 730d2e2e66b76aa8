import { type Kysely, sql } from "kysely";

/** A reaction of ours that the customer did not get goes back to what they have of us, and says why. */
const columns = `
alter table message_reaction
  -- What the customer has of ours, as far as the provider has taken it, and what they had before that.
  add column given_emoji text not null default '',
  add column former_emoji text not null default '',
  -- The provider's id of it, by which it may tell later that it failed.
  add column provider_message_id text,
  add column attempts smallint not null default 0,
  -- What they did not get (empty: our taking it back), and why, until somebody reacts anew.
  add column refused_emoji text,
  add column error_reason text;
create unique index message_reaction_provider on message_reaction (organization_id, provider_message_id)
  where provider_message_id is not null;

-- What was given before was taken.
update message_reaction set given_emoji = emoji where direction = 'out' and emoji <> '';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
}
