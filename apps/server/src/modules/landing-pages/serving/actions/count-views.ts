import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import { sqlState } from "#platform/db/failures";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { Log } from "#platform/log/log";
import type { LiveVersion } from "../queries/live-pages.ts";

const writeEveryMs = 5000;
/** A foreign key is missing: a page is only erased with its organisation's data. */
const pageIsGone = "23503";

interface Views {
  organizationId: OrganizationId;
  pageId: RecordId;
  versionId: RecordId;
  count: number;
}

/** Counts how often versions are shown. */
export interface ViewCounter {
  add(version: Pick<LiveVersion, "organizationId" | "pageId" | "versionId">): void;
  /** Writes the counts. A failed write is kept for the next time, unless the page has been erased. */
  write(): Promise<void>;
  /** Writes the rest and stops counting. */
  close(): Promise<void>;
}

/**
 * Views are counted in memory and written every few seconds, so that a page costs no write however many look at it. A
 * process that is killed loses the views of these seconds: they are a figure, not something that a visitor sent.
 */
export function viewCounter(db: Database, log: Log): ViewCounter {
  let counted = new Map<RecordId, Views>();
  const write = async () => {
    const taken = counted;
    counted = new Map();
    for (const views of taken.values()) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a counter takes one connection
        await addViews(db, views);
      } catch (error) {
        const isErased = sqlState(error) === pageIsGone;
        const outcome = isErased ? "Views of an erased page are dropped" : "Views of a page wait to be written";
        log.warn({ err: error, pageId: views.pageId }, outcome);
        if (!isErased) add(counted, views);
      }
    }
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    add({ organizationId, pageId, versionId }) {
      timer ??= setInterval(() => void write(), writeEveryMs).unref();
      add(counted, { organizationId, pageId, versionId, count: 1 });
    },
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

function add(counted: Map<RecordId, Views>, views: Views): void {
  const held = counted.get(views.versionId);
  counted.set(views.versionId, { ...views, count: views.count + (held?.count ?? 0) });
}

function addViews(db: Database, views: Views): Promise<void> {
  const scope = organizationScope(views.organizationId);
  return inTransaction(db, scope, async (tx) => {
    const day = today(await timeZoneOf(tx, scope, null));
    await sql`
      insert into landing_day (organization_id, page_id, day, view_count)
      values (${views.organizationId}, ${views.pageId}, ${day}, ${views.count})
      on conflict (organization_id, page_id, day)
      do update set view_count = landing_day.view_count + excluded.view_count`.execute(tx);
    await addToSplit(tx, views);
  });
}

async function addToSplit(tx: Tx, { organizationId, pageId, versionId, count }: Views): Promise<void> {
  await sql`
    update landing_split set
      a_views = a_views + case when a_version_id = ${versionId} then ${count}::int else 0 end,
      b_views = b_views + case when b_version_id = ${versionId} then ${count}::int else 0 end
    where organization_id = ${organizationId} and page_id = ${pageId} and ended_at is null`.execute(tx);
}
