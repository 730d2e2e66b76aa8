import type { Endpoint } from "@homeroom/contract/endpoint";
import { v7 } from "uuid";
import type { PlainListRows } from "./plain-list-rows.ts";
import { organizationOnly, type Sample } from "./sample.ts";

type PlainList = Readonly<Record<"list" | "add" | "edit" | "remove" | "export", Endpoint>>;

/**
 * The samples of a list that `npm run new` has begun: everyone of an organisation shares it.
 * @public
 */
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
    // The log keeps the request, so the request contains nothing of the row.
    export: { requests: () => [{ status: 1 }], expect: "blank", walls },
  };
}
