import type { Endpoint } from "@homeroom/contract/endpoint";
import { type Feature, features } from "@homeroom/contract/features";
import { type OrganizationId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { organizationOnly, type Sample } from "./sample.ts";
import type { Stage } from "./stage.ts";

/** A row in the table of each list that features declare. */
export interface PlainListRows {
  plainIds: Readonly<Record<string, RecordId>>;
  plainName: string;
}

const tables = (features as readonly Feature[]).flatMap(({ table }) => table ?? []);

export function plainListIds(name: string): PlainListRows {
  return {
    plainIds: Object.fromEntries(tables.map((table) => [table, RecordId.parse(v7())])),
    plainName: `${name}的紀錄`,
  };
}

/** Puts each of them back as it was made. */
export async function restagePlainLists(
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

type PlainList = Readonly<Record<"list" | "add" | "edit" | "remove" | "export", Endpoint>>;

/** The samples of a list that `npm run new` has begun: everyone of an organisation shares it. */
export function plainListSamples(_calls: PlainList, table: string): Record<keyof PlainList, Sample> {
  const walls = organizationOnly;
  const recordID = ({ plainIds }: PlainListRows) => plainIds[table] ?? "";
  return {
    list: {
      requests: ({ plainName }) => [{ pageSize: 100 }, { keywords: plainName, status: 1 }],
      ...{ expect: "blank", walls, shows: recordID },
    },
    add: { requests: () => [{ name: `新的 ${v7()}` }], expect: "blank", walls },
    edit: {
      requests: (rows) => [{ recordID: recordID(rows), version: 1, name: rows.plainName, note: "改過" }],
      ...{ expect: "missing", walls },
    },
    remove: { requests: (rows) => [{ recordID: recordID(rows) }], expect: "missing", walls },
    export: { requests: ({ plainName }) => [{ keywords: plainName }], expect: "blank", walls },
  };
}
