import type { Change, Moment } from "./change-log.ts";
import type { Rows } from "./rows.ts";
import type { World } from "./world.ts";

const uuids = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const isId = new RegExp(`^${uuids}$`);
const anyId = new RegExp(uuids, "g");

/** Every id in an organisation's rows that no other organisation has. */
export async function idsOf({ base, changes }: World, organizationId: string): Promise<string[]> {
  const each = changes.tables.map((table) => `select t::text as row from ${table} t where organization_id = $1`);
  // Menus are one tree for everybody.
  const found = await base.owner.query<{ id: string }>(
    `select distinct (regexp_matches(row, '${uuids}', 'g'))[1] as id from (${each.join(" union all ")}) as rows
     except select menu_id::text from menu`,
    [organizationId],
  );
  return found.rows.map(({ id }) => id);
}

/**
 * What has changed since that moment in rows that name one of these, one line a row; empty when nothing has. A change that
 * was undone again counts too.
 */
export async function changesAbout(
  { changes }: Pick<World, "changes">,
  { marks, phone }: Rows,
  moment: Moment,
): Promise<string[]> {
  const signs = marks.filter((mark) => mark !== phone);
  const ids = new Set(signs.filter((sign) => isId.test(sign)));
  const others = signs.filter((sign) => !ids.has(sign));
  const isAbout = (row: string | null) =>
    row !== null && (others.some((sign) => row.includes(sign)) || (row.match(anyId) ?? []).some((id) => ids.has(id)));
  const made = await changes.since(moment);
  return made
    .filter(isLasting)
    .filter(({ before, after }) => isAbout(before) || isAbout(after))
    .map(asLine);
}

/** What has changed in an organisation since that moment, one line a row. */
export async function changesOf(
  { changes }: Pick<World, "changes">,
  organizationId: string,
  moment: Moment,
): Promise<string[]> {
  const made = await changes.since(moment);
  return made
    .filter(isLasting)
    .filter((change) => change.organizationId === organizationId)
    .map(asLine);
}

/** Sessions record the role that someone views the product as, and notifications are written some time after the call. */
const passing = ["session", "notification"];

const isLasting = ({ table }: Change) => !passing.includes(table);

const asLine = ({ table, before, after }: Change) => `${table}: ${before ?? "nothing"} became ${after ?? "nothing"}`;
