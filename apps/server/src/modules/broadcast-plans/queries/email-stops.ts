import type { broadcastSettings } from "@homeroom/contract/broadcast-settings";
import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import { sql } from "kysely";
import { containing } from "#platform/db/containing";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

type Page = ResponseOf<typeof broadcastSettings.stops>;

/** A page of the stopped addresses, newest first. */
export async function listEmailStops(
  tx: Tx,
  scope: Scope,
  { keywords, pageNum, pageSize, cursor }: RequestOf<typeof broadcastSettings.stops>,
): Promise<Pick<Page, "list" | "total" | "nextCursor">> {
  const words = containing(keywords);
  const matching = tx
    .selectFrom("email_stop")
    .where("organization_id", "=", scope.organizationId)
    .where((where) => (keywords ? where("address", "like", words.toLowerCase()) : where.lit(true)));
  const [moment, address] = cursor ? readPlace(cursor) : [];
  const rest = address
    ? matching.where(
        sql<boolean>`(stopped_at < ${moment}::timestamptz or (stopped_at = ${moment}::timestamptz and address > ${address}))`,
      )
    : matching.offset((pageNum - 1) * pageSize);
  const found = await rest
    .selectAll()
    .select(sql<string>`stopped_at::text`.as("moment"))
    .orderBy("stopped_at", "desc")
    .orderBy("address")
    .limit(pageSize + 1)
    .execute();
  const counted = await matching.select(sql<number>`count(*)::int`.as("total")).executeTakeFirst();
  const shown = found.slice(0, pageSize);
  const last = found.length > pageSize ? shown.at(-1) : undefined;
  return {
    list: shown.map((row) => ({
      address: row.address,
      reason: row.reason,
      detail: row.detail,
      stopTime: row.stopped_at.toISOString(),
    })),
    total: counted?.total ?? 0,
    nextCursor: last ? Buffer.from(JSON.stringify([last.moment, last.address])).toString("base64url") : null,
  };
}

/** Throws DATA_FORMAT_ERROR for a cursor that is not ours. */
function readPlace(cursor: string): [string, string] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(parts) && parts.length === 2) {
      const [moment, address] = parts as unknown[];
      const isMoment =
        typeof moment === "string" && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/.test(moment);
      if (isMoment && !Number.isNaN(Date.parse(moment)) && typeof address === "string" && !address.includes("\0"))
        return [moment, address];
    }
  } catch {
    // Falls through to the refusal.
  }
  throw new AppError("DATA_FORMAT_ERROR");
}
