import type { RecordId } from "@homeroom/contract/ids";
import { organizationOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { canTrack } from "../queries.ts";
import { visitorMarks } from "../rules/tracked-event.ts";

interface Done {
  eventId: RecordId;
  pageId: RecordId;
  kind: "press" | "form";
  fields: Readonly<Record<string, string>>;
  source: Readonly<Record<string, string>>;
  at: Date;
}

/** Has LINE told what a visitor did on a page with tracking, if there is something to recognise the visitor by. Idempotent. */
export async function addTrackedEvent(tx: Tx, scope: Scope, done: Done): Promise<void> {
  const page = await tx
    .selectFrom("landing_page")
    .select("line_tracking as isTracked")
    .where("organization_id", "=", scope.organizationId)
    .where("page_id", "=", done.pageId)
    .executeTakeFirst();
  if (!page?.isTracked || !(await canTrack(tx, scope))) return;
  const marks = visitorMarks(done, (await organizationOf(tx, scope))?.country ?? "");
  if (Object.values(marks).every((mark) => mark === "")) return;
  await tx
    .insertInto("line_tracking_event")
    .values({
      organization_id: scope.organizationId,
      event_id: done.eventId,
      page_id: done.pageId,
      kind: done.kind,
      ...marks,
      happened_at: done.at,
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "event_id"]).doNothing())
    .execute();
}
