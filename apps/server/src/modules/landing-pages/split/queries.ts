import type { RecordId } from "@homeroom/contract/ids";
import { maxPastSplits, type PastSplit, type Split } from "@homeroom/contract/landing-splits";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { verdictOf } from "./rules/verdict.ts";

/** A test of a page; the one that runs has no end. */
export type RunningSplit = Selectable<Schema["landing_split"]>;

/** The test that runs on a page. */
export function runningSplit(
  tx: Tx,
  { organizationId }: Pick<Scope, "organizationId">,
  pageId: RecordId,
): Promise<RunningSplit | undefined> {
  return tx
    .selectFrom("landing_split")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
}

/** The test of a page that ended when the page went offline, or after. */
export function splitEndedSince(
  tx: Tx,
  { organizationId }: Pick<Scope, "organizationId">,
  { pageId, since }: { pageId: RecordId; since: Date },
): Promise<RunningSplit | undefined> {
  return tx
    .selectFrom("landing_split")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .where("ended_at", ">=", since)
    .executeTakeFirst();
}

/** The tests of a page that are over, with what they counted; the latest first. */
export async function pastSplits(tx: Tx, scope: Scope, pageId: RecordId): Promise<PastSplit[]> {
  const rows = await tx
    .selectFrom("landing_split")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("page_id", "=", pageId)
    .where("ended_at", "is not", null)
    .orderBy("started_at", "desc")
    .limit(maxPastSplits)
    .execute();
  return Promise.all(
    rows.map(async (split) => ({
      ...(await presentSplit(tx, scope, split)),
      recordID: split.split_id,
      endTime: (split.ended_at ?? split.started_at).toISOString(),
      kept: split.kept,
    })),
  );
}

/** Which of some pages have a test. */
export async function pagesWithSplit(
  tx: Tx,
  { organizationId }: Scope,
  pageIds: readonly RecordId[],
): Promise<Set<RecordId>> {
  if (pageIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom("landing_split")
    .select("page_id as pageId")
    .where("organization_id", "=", organizationId)
    .where(isOneOf("page_id", pageIds))
    .where("ended_at", "is", null)
    .execute();
  return new Set(rows.map(({ pageId }) => pageId));
}

/** The counts of a test, and their verdict. */
export async function presentSplit(tx: Tx, { organizationId }: Scope, split: RunningSplit): Promise<Split> {
  // The version that stayed goes on counting after the end.
  const during = sql`created_at >= ${split.started_at} and created_at < coalesce(${split.ended_at}::timestamptz, 'infinity')`;
  const { rows } = await sql<{ arm: "a" | "b"; number: number; views: number; actions: number; leads: number }>`
    with done as (
      select version_id, lead_id from landing_click
      where organization_id = ${organizationId} and page_id = ${split.page_id} and ${during}
      union all
      select version_id, lead_id from landing_entry
      where organization_id = ${organizationId} and page_id = ${split.page_id} and ${during} and state <> 'trap')
    select arm.name as arm, version.number, arm.views, count(done.version_id)::int as actions,
      count(distinct done.lead_id)::int as leads
    from (values ('a', ${split.a_version_id}::uuid, ${split.a_views}::int),
      ('b', ${split.b_version_id}::uuid, ${split.b_views}::int)) arm(name, version_id, views)
    join landing_version version on version.organization_id = ${organizationId} and version.version_id = arm.version_id
    left join done on done.version_id = arm.version_id
    group by arm.name, version.number, arm.views order by arm.name`.execute(tx);
  const [a, b] = rows;
  const none = { views: 0, actions: 0 };
  return {
    startTime: split.started_at.toISOString(),
    arms: rows.map((arm) => ({ ...arm, rate: arm.views > 0 ? arm.actions / arm.views : null })),
    ...verdictOf(a ?? none, b ?? none),
  };
}
