import { type Kysely, sql } from "kysely";

const attempts = `
-- One that failed may be paid after all, with another card on the same page of the platform.
drop index payment_attempt_waiting;
create index payment_attempt_unpaid on payment_attempt (created_at) where state <> 'paid';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(attempts).execute(db);
}
