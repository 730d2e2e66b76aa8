import type { Rows } from "./rows.ts";
import type { World } from "./world.ts";

const uuids = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const isId = new RegExp(`^${uuids}$`);
const anyId = new RegExp(uuids, "g");

/** Every id that stands anywhere in an organisation's rows and is its own. */
export async function idsOf({ base }: World, organizationId: string): Promise<string[]> {
  const found = new Set<string>();
  for (const table of await tenantTables(base)) {
    const rows = await base.owner.query<{ id: string }>(
      `select distinct (regexp_matches(t::text, '${uuids}', 'g'))[1] as id from ${table} t where organization_id = $1`,
      [organizationId],
    );
    for (const { id } of rows.rows) found.add(id);
  }
  // Menus are one tree for everybody.
  const menus = await base.owner.query<{ menu_id: string }>("select menu_id from menu");
  for (const { menu_id } of menus.rows) found.delete(menu_id);
  return [...found];
}

/** What stands in the database about these rows; two of them are the same if nothing was changed, added or removed. */
export async function fingerprint(world: World, { marks, phone }: Rows): Promise<string> {
  const signs = marks.filter((mark) => mark !== phone);
  const ids = new Set(signs.filter((sign) => isId.test(sign)));
  const others = signs.filter((sign) => !ids.has(sign));
  const isAbout = (row: string) =>
    others.some((sign) => row.includes(sign)) || (row.match(anyId) ?? []).some((id) => ids.has(id));
  // Read whole and sifted here: PostgreSQL looks for one sign after the other, which takes five times as long.
  return (await rowsAsText(world))
    .filter(({ row }) => isAbout(row))
    .map(asLine)
    .join("\n");
}

/** What an organisation has in the database, whole. */
export async function fingerprintOf(world: World, organizationId: string): Promise<string> {
  const rows = await rowsAsText(world);
  return rows
    .filter(({ owner }) => owner === organizationId)
    .map(asLine)
    .join("\n");
}

interface RowAsText {
  name: string;
  owner: string;
  row: string;
}

const asLine = ({ name, row }: RowAsText) => `${name} ${row}`;

async function rowsAsText({ base }: World): Promise<RowAsText[]> {
  // One statement for all, planned once: this is asked thousands of times.
  const each = (await tenantTables(base)).map(
    (table) => `select '${table}' as name, organization_id as owner, t::text as row from ${table} t`,
  );
  const text = `${each.join(" union all ")} order by name, row`;
  return (await base.owner.query<RowAsText>({ name: "rows as text", text })).rows;
}

/**
 * Sessions note when they were last seen, the outbox when it was read, people are told of rows some time later, and between
 * nine and twenty o'clock a clock of the product's own notes that a branch's morning has begun, of a spare one as well.
 */
const passing = ["session", "outbox", "notification", "notification_progress", "lead_assignment", "contact_morning"];

let known: Promise<string[]> | undefined;

/** Tables alone: views show what stands in them. */
function tenantTables({ owner }: World["base"]): Promise<string[]> {
  known ??= owner
    .query<{ table: string }>(
      `select table_name as "table" from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'organization_id' order by 1`,
    )
    .then(({ rows }) => rows.map(({ table }) => table).filter((table) => !passing.includes(table)));
  return known;
}
