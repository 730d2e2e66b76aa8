import { type Kysely, sql } from "kysely";

/**
 * A broadcast and its statuses change rows three or four times, in columns that no index has. With room left in its page a
 * change writes no index: without it, each wrote all sixteen of a conversation. Pages that are full already are not rewritten;
 * they fill up again with room as their rows change.
 */
const room = `
alter table conversation set (fillfactor = 50);
alter table channel_contact set (fillfactor = 50);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(room).execute(db);
}
