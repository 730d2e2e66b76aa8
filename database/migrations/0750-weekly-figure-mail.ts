import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const weeklyMail = `
-- Who gets the figures of each week by mail. The clock is that of the branch in which they subscribed.
create table weekly_figure_mail (
  organization_id uuid not null references organization on delete cascade,
  account_id uuid not null,
  branch_id uuid not null,
  -- The Monday of the last mail, or of the one that was due when they subscribed.
  mailed_for date not null,
  subscribed_at timestamptz not null default now(),
  primary key (organization_id, account_id),
  foreign key (organization_id, account_id) references account on delete cascade,
  foreign key (organization_id, branch_id) references branch on delete cascade
);
create index weekly_figure_mail_branch on weekly_figure_mail (organization_id, branch_id);
create index weekly_figure_mail_due on weekly_figure_mail (mailed_for);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(weeklyMail).execute(db);
  await protectTenantTable(db, "weekly_figure_mail");
  // The worker looks for subscribers of all organisations at once.
  await openToSystem(db, "weekly_figure_mail", "read");
}
