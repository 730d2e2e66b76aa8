import type { Rows } from "./rows.ts";
import type { World } from "./world.ts";

const uuids = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

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
export function fingerprint(world: World, { marks, phone }: Rows): Promise<string> {
  const signs = marks.filter((mark) => mark !== phone);
  return allText(world, "t::text like any($1)", [signs.map((sign) => `%${sign}%`)]);
}

/** What an organisation has in the database, whole. */
export function fingerprintOf(world: World, organizationId: string): Promise<string> {
  return allText(world, "organization_id = $1", [organizationId]);
}

async function allText({ base }: World, condition: string, values: unknown[]): Promise<string> {
  // One statement for all: this is asked thousands of times.
  const each = (await tenantTables(base)).map(
    (table) => `select '${table} ' || t::text as row from ${table} t where ${condition}`,
  );
  const found = await base.owner.query<{ row: string }>(`${each.join(" union all ")} order by 1`, values);
  return found.rows.map(({ row }) => row).join("\n");
}

/** Sessions note when they were last seen, the outbox when it was read, and people are told of rows some time later. */
const passing = ["session", "outbox", "notification", "notification_progress", "lead_assignment"];

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
