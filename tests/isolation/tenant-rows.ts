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
  const parts: string[] = [];
  for (const table of await tenantTables(base)) {
    const found = await base.owner.query<{ row: string }>(
      `select t::text as row from ${table} t where ${condition} order by 1`,
      values,
    );
    parts.push(...found.rows.map(({ row }) => `${table} ${row}`));
  }
  return parts.join("\n");
}

/** Sessions note when they were last seen, and the outbox when it was read: neither is about rows. */
const passing = ["session", "outbox"];

async function tenantTables({ owner }: World["base"]): Promise<string[]> {
  const found = await owner.query<{ table: string }>(
    `select table_name as "table" from information_schema.columns
     where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  );
  return found.rows.map(({ table }) => table).filter((table) => !passing.includes(table));
}
