import { type Kysely, sql } from "kysely";
import { protectTenantTable } from "../row-security.ts";

const tests = `
-- The last test that a person's values passed at a branch: a time and a signature, from which nothing can be read back.
create table email_test (
  organization_id uuid not null references organization on delete cascade,
  branch_id uuid not null,
  account_id uuid not null,
  pass text not null,
  primary key (organization_id, branch_id, account_id),
  foreign key (organization_id, branch_id) references branch on delete cascade
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tests).execute(db);
  await protectTenantTable(db, "email_test");
}
