import { type Feature, features } from "@homeroom/contract/features";
import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** A row in the table of each list that features declare. */
export interface PlainListRows {
  plainIds: Readonly<Record<string, RecordId>>;
  plainName: string;
}

const tables = (features as readonly Feature[]).flatMap(({ table }) => table ?? []);

export function plainListIds(name: string): PlainListRows {
  return {
    plainIds: Object.fromEntries(tables.map((table) => [table, newId()])),
    plainName: `${name}的紀錄`,
  };
}

/** Puts each of them back as it was made. */
export async function restorePlainLists(
  { base }: Stage,
  { organizationId, plainIds, plainName }: PlainListRows & { organizationId: OrganizationId },
): Promise<void> {
  for (const [table, id] of Object.entries(plainIds))
    await base.owner.query(
      `insert into ${table} (organization_id, ${table}_id, name) values ($1, $2, $3)
       on conflict (organization_id, ${table}_id) do update set name = excluded.name, version = 1`,
      [organizationId, id, plainName],
    );
}
