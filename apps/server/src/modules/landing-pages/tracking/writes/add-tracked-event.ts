import { createHash } from "node:crypto";
import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { phoneOf } from "#platform/phones/written-phone";
import { canTrack } from "../queries.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

interface TrackedEvent {
  eventId: RecordId;
  pageId: RecordId;
  /** What the visitor saw: it says whether it is reported. */
  versionId: RecordId;
  kind: "press" | "form";
  fields: Readonly<Record<string, string>>;
  source: Readonly<Record<string, string>>;
  at: Date;
  /** Who LINE says it is, and LINE's number of the account that knows them. */
  known?: { user: string; channel: string };
}

/**
 * Has LINE told what a visitor did on a page that was published with tracking, if there is something to recognise the
 * visitor by. Idempotent; who it is may become known later, as long as LINE has not been told.
 */
export async function addTrackedEvent(tx: Tx, scope: Scope, done: TrackedEvent): Promise<void> {
  const seen = await tx
    .selectFrom("landing_version")
    .select("content")
    .where("organization_id", "=", scope.organizationId)
    .where("version_id", "=", done.versionId)
    .executeTakeFirst();
  if (!seen?.content.line_tracking || !(await canTrack(tx, scope))) return;
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
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "event_id"])
        .doUpdateSet({ line_user: marks.line_user, line_channel: marks.line_channel })
        .where("line_tracking_event.state", "=", "waiting")
        .where(sql<boolean>`line_tracking_event.line_user = '' and excluded.line_user <> ''`),
    )
    .execute();
}

/** What LINE may recognise a visitor by: itself, what its advertisement added to the address, and hashes of what they typed. */
function visitorMarks({ fields, source, known }: TrackedEvent, country: string) {
  const phone = phoneOf(fields["phone"] ?? "", country);
  const email = (fields["email"] ?? "").trim().toLowerCase();
  return {
    click: (source["ldtag_cl"] ?? "").slice(0, 300),
    phone_hash: phone === null ? "" : sha256(phone),
    email_hash: email === "" ? "" : sha256(email),
    line_user: known?.user ?? "",
    line_channel: known?.channel ?? "",
  };
}
