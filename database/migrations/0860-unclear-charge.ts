import { type Kysely, sql } from "kysely";

const problems = `
alter table linked_card
  drop constraint linked_card_problem_check,
  add constraint linked_card_problem_check
    check (problem in ('declined', 'unavailable', 'unclear', 'noRights', 'late', 'kept'));
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(problems).execute(db);
}
