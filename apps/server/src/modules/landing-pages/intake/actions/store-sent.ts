import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { entryReceived } from "../../events.ts";
import { addTrackedEvent } from "../../tracking/writes/add-tracked-event.ts";
import { addToDay } from "../writes/add-to-day.ts";

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
