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

/** The finished tests of a page with their counts, latest first. */
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
  const arms = await armsOf(tx, scope, rows);
  return rows.map((split) => ({
    ...presentSplit(split, arms),
    recordID: split.split_id,
    endTime: (split.ended_at ?? split.started_at).toISOString(),
    kept: split.kept,
  }));
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

interface CountedArm {
  splitId: RecordId;
  arm: "a" | "b";
  number: number;
  views: number;
  actions: number;
  leads: number;
}

/** The counts of the two versions of each test. */
export async function armsOf(
  tx: Tx,
  { organizationId }: Scope,
  splits: readonly RunningSplit[],
): Promise<ReadonlyMap<RecordId, readonly CountedArm[]>> {
  const ids = splits.map(({ split_id }) => split_id);
  // The version that was kept continues to count after the end.
  const during = sql`organization_id = ${organizationId} and page_id = split.page_id and version_id = arm.version_id
    and created_at >= split.started_at and created_at < coalesce(split.ended_at, 'infinity')`;
  const { rows } = await sql<CountedArm>`
    select split.split_id as "splitId", arm.name as arm, version.number, arm.views, done.actions, done.leads
    from landing_split split
    cross join lateral (values ('a', split.a_version_id, split.a_views), ('b', split.b_version_id, split.b_views))
      arm(name, version_id, views)
    join landing_version version on version.organization_id = ${organizationId} and version.version_id = arm.version_id
    cross join lateral (
      select count(*)::int as actions, count(distinct lead_id)::int as leads from (
        select lead_id from landing_click where ${during}
        union all
        select lead_id from landing_entry where ${during} and state <> 'trap') one) done
    where split.organization_id = ${organizationId} and split.split_id = any(${sql.val(ids)}::uuid[])
    order by arm.name`.execute(tx);
  return Map.groupBy(rows, ({ splitId }) => splitId);
}

/** The counts of a test, and their verdict. */
export function presentSplit(split: RunningSplit, armsOfTests: Awaited<ReturnType<typeof armsOf>>): Split {
  const arms = armsOfTests.get(split.split_id) ?? [];
  const [a, b] = arms;
  const none = { views: 0, actions: 0 };
  return {
    startTime: split.started_at.toISOString(),
    arms: arms.map(({ splitId: _of, ...arm }) => ({ ...arm, rate: arm.views > 0 ? arm.actions / arm.views : null })),
    ...verdictOf(a ?? none, b ?? none),
  };
}
