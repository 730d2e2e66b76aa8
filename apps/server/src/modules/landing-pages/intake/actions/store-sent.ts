import { createHash } from "node:crypto";
import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationOf } from "#modules/organizations/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { phoneOf } from "#platform/phones/written-phone";
import { entryReceived } from "../../events.ts";
import { canTrack } from "../../tracking/queries.ts";
import { addToDay } from "../writes/add-to-day.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const seen = {
  organizationId: OrganizationId,
  pageId: RecordId,
  versionId: RecordId,
  source: z.record(z.string(), z.string()),
  at: z.iso.datetime(),
};
const Press = z.object({ kind: z.literal("press"), ...seen, clickId: RecordId, code: z.string(), action: z.string() });
const Entry = z.object({
  kind: z.literal("entry"),
  ...seen,
  entryId: RecordId,
  fields: z.record(z.string(), z.string()),
  consentText: z.string(),
  /** A field that people cannot see was filled in, or it was faster than people are. */
  isTrap: z.boolean(),
});

/** What a visitor sent: a press of a button or a form. It has its id already, so that storing it again changes nothing. */
export const Sent = z.discriminatedUnion("kind", [Press, Entry]);
export type Sent = z.infer<typeof Sent>;

/** Stores what a visitor sent; the lead of a form is made after. What is there already stays as it is. */
export function storeSent(db: Database, sent: Sent): Promise<void> {
  return sent.kind === "press" ? storePress(db, sent) : storeEntry(db, sent);
}

function storePress(db: Database, press: z.infer<typeof Press>): Promise<void> {
  const { organizationId, pageId, versionId, clickId, code, action, source, at } = press;
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, async (tx) => {
    const added = await tx
      .insertInto("landing_click")
      .values({
        organization_id: organizationId,
        click_id: clickId,
        page_id: pageId,
        version_id: versionId,
        code,
        action,
        source: JSON.stringify(source),
        created_at: new Date(at),
      })
      .onConflict((conflict) => conflict.columns(["organization_id", "click_id"]).doNothing())
      .executeTakeFirst();
    if (!added.numInsertedOrUpdatedRows) return;
    await addToDay(tx, scope, { pageId, clicks: 1, leads: 0 });
    const done = { eventId: clickId, pageId, kind: "press" as const, fields: {}, source, at: new Date(at) };
    await addTrackedEvent(tx, scope, done);
  });
}

function storeEntry(db: Database, entry: z.infer<typeof Entry>): Promise<void> {
  const { organizationId, pageId, versionId, entryId, fields, source, consentText, isTrap, at } = entry;
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, async (tx) => {
    const added = await tx
      .insertInto("landing_entry")
      .values({
        organization_id: organizationId,
        entry_id: entryId,
        page_id: pageId,
        version_id: versionId,
        fields: JSON.stringify(fields),
        source: JSON.stringify(source),
        consent_text: consentText,
        state: isTrap ? "trap" : "waiting",
        created_at: new Date(at),
      })
      .onConflict((conflict) => conflict.columns(["organization_id", "entry_id"]).doNothing())
      .executeTakeFirst();
    if (isTrap || !added.numInsertedOrUpdatedRows) return;
    await addTrackedEvent(tx, scope, { eventId: entryId, pageId, kind: "form", fields, source, at: new Date(at) });
    await emit(tx, entryReceived, { organizationId, aggregateId: entryId, payload: { entryId } });
  });
}

interface Done {
  eventId: RecordId;
  pageId: RecordId;
  kind: "press" | "form";
  fields: Readonly<Record<string, string>>;
  source: Readonly<Record<string, string>>;
  at: Date;
}

/** Has LINE told what a visitor did on a page with tracking, if there is something to recognise the visitor by. Idempotent. */
async function addTrackedEvent(tx: Tx, scope: Scope, done: Done): Promise<void> {
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

/** What LINE may recognise a visitor by: what its advertisement added to the address, and hashes of what they typed. */
function visitorMarks(
  { fields, source }: { fields: Readonly<Record<string, string>>; source: Readonly<Record<string, string>> },
  country: string,
): { click: string; phone_hash: string; email_hash: string } {
  const phone = phoneOf(fields["phone"] ?? "", country);
  const email = (fields["email"] ?? "").trim().toLowerCase();
  return {
    click: (source["ldtag_cl"] ?? "").slice(0, 300),
    phone_hash: phone === null ? "" : sha256(phone),
    email_hash: email === "" ? "" : sha256(email),
  };
}
