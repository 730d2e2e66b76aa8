import type pg from "pg";
import { MigrationError } from "./migration-error.ts";

/**
 * Replaces the names of the migrations that the baselines were made of by the names of the baselines, in a database that
 * has had all of them. Does nothing in any other, except that it throws MigrationError for one that stopped among them.
 */
export async function adoptBaselines(client: pg.ClientBase): Promise<void> {
  if ((await recordedBefore(client)).length === 0) return;
  await client.query("begin");
  try {
    // A process of the release before may be migrating.
    await client.query("lock table kysely_migration in exclusive mode");
    if ((await recordedBefore(client)).length === 0) return void (await client.query("rollback"));
    // The one difference between the baselines and the migrations before them: this check did not cover old rows.
    await client.query("alter table message validate constraint message_state_check");
    await client.query(
      `insert into kysely_migration (name, timestamp)
       select unnest($1::text[]), (select max(timestamp) from kysely_migration where name = any($2))`,
      [baselines, replaced],
    );
    await client.query("delete from kysely_migration where name = any($1)", [replaced]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function recordedBefore(client: pg.ClientBase): Promise<string[]> {
  const recorded = new Set(await readRecorded(client));
  const before = replaced.filter((name) => recorded.has(name));
  if (before.length === 0 || before.length === replaced.length) return before;
  const missing = replaced.find((name) => !recorded.has(name));
  throw new MigrationError(
    `The database is too old for this release: it lacks the migration ${missing}, which is part of a baseline now. ` +
      `Run "npm run migrate" of the last release that has the migration ${replaced.at(-1)}, then start this one. Nothing was changed.`,
  );
}

async function readRecorded(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query("select where to_regclass('kysely_migration') is not null");
  if (tables.length === 0) return [];
  const { rows } = await client.query<{ name: string }>("select name from kysely_migration");
  return rows.map(({ name }) => name);
}

const baselines = [
  "0001-organizations",
  "0002-people-and-roles",
  "0003-signing-in",
  "0004-events-and-audit",
  "0005-leads",
  "0006-lead-work",
  "0007-lead-assignment",
  "0008-imports-and-bulk-runs",
  "0009-channels",
  "0010-conversations",
  "0011-answering",
  "0012-notices-and-set-up",
];

/** See docs/decisions/2026-11-23-baselines.md. */
const replaced = [
  "0001-people-and-places",
  "0002-leads",
  "0003-inbox",
  "0004-people-records",
  "0005-signing-in",
  "0007-places",
  "0008-roles-and-menus",
  "0009-staff",
  "0010-imports",
  "0011-audit-and-dictionary",
  "0012-notices",
  "0013-saved-views",
  "0014-campaign-links",
  "0015-lead-desk",
  "0016-lead-reading",
  "0017-lead-bulk",
  "0018-lead-card",
  "0019-one-person",
  "0020-recipient-lists",
  "0021-lead-rules",
  "0022-lead-imports",
  "0023-lead-search",
  "0024-message-authors",
  "0025-line",
  "0026-message-templates",
  "0027-conversation-states",
  "0028-composer",
  "0029-assistant",
  "0030-holding",
  "0031-note-search",
  "0032-message-search",
  "0041-old-assignments",
  "0044-channel-version",
  "0045-template-revisions",
  "0046-refused-reactions",
  "0047-back-from-snooze",
  "0048-assistant-notes",
  "0050-words-of-providers",
  "0060-lead-keys",
  "0061-one-form-of-numbers",
  "0065-initial-passwords",
  "0066-nicknames-and-keys",
  "0070-proposed-ids",
  "0071-health-probe",
  "0075-account-states",
  "0076-unclaimed-deliveries",
  "0077-current-rights",
  "0080-searchable-rows",
  "0081-sign-in-names",
];
