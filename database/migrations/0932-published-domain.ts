import { type Kysely, sql } from "kysely";

const published = `
-- The host at which visitors see the page: that of the draft when it was published. Null: the product's own.
alter table landing_page add column published_domain_id uuid;
alter table landing_page add constraint landing_page_published_domain foreign key (organization_id, published_domain_id)
  references landing_domain on delete set null (published_domain_id);
-- Few pages have a host of their own.
update landing_page set published_domain_id = domain_id where domain_id is not null and published_at is not null;
`;

/** A host that is chosen for a draft counts once the draft is published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(published).execute(db);
}
