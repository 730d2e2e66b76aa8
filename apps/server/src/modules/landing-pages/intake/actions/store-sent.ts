import { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { z } from "zod";
import { organizationScope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { entryReceived } from "../../events.ts";
import { addTrackedEvent } from "../../tracking/writes/add-tracked-event.ts";
import { addToDay } from "../writes/add-to-day.ts";

const seen = {
  organizationId: OrganizationId,
  pageId: RecordId,
  versionId: RecordId,
  /** The number of the version that was seen, if not `versionId`: one that was live before. */
  seenNumber: z.number().int().nullable().default(null),
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
  /** An invisible field was filled in, or it was faster than people are. */
  isTrap: z.boolean(),
});

/** A visitor's submission: a button click or a form. It already has its id, so storing it is idempotent. */
export const Submission = z.discriminatedUnion("kind", [Press, Entry]);
export type Submission = z.infer<typeof Submission>;

/** Stores a submission; the lead of a form is made afterwards. Idempotent. */
export function storeSent(db: Database, submission: Submission): Promise<void> {
  return submission.kind === "press" ? storePress(db, submission) : storeEntry(db, submission);
}

function storePress(db: Database, press: z.infer<typeof Press>): Promise<void> {
  const { organizationId, pageId, versionId, clickId, code, action, source, at } = press;
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, async (tx) => {
    const seenBefore = await earlierVersion(tx, press);
    const seenId = seenBefore?.versionId ?? versionId;
    const added = await tx
      .insertInto("landing_click")
      .values({
        organization_id: organizationId,
        click_id: clickId,
        page_id: pageId,
        version_id: seenId,
        code,
        action,
        source: JSON.stringify(source),
        created_at: new Date(at),
      })
      .onConflict((conflict) => conflict.columns(["organization_id", "click_id"]).doNothing())
      .executeTakeFirst();
    if (!added.numInsertedOrUpdatedRows) return;
    await addToDay(tx, scope, { pageId, clicks: 1, leads: 0 });
    const seen = { pageId, versionId: seenId, source, at: new Date(at) };
    await addTrackedEvent(tx, scope, { ...seen, eventId: clickId, kind: "press", fields: {} });
  });
}

function storeEntry(db: Database, entry: z.infer<typeof Entry>): Promise<void> {
  const { organizationId, pageId, versionId, entryId, fields, source, consentText, isTrap, at } = entry;
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, async (tx) => {
    const seenBefore = await earlierVersion(tx, entry);
    const seenId = seenBefore?.versionId ?? versionId;
    const added = await tx
      .insertInto("landing_entry")
      .values({
        organization_id: organizationId,
        entry_id: entryId,
        page_id: pageId,
        version_id: seenId,
        fields: JSON.stringify(fields),
        source: JSON.stringify(source),
        consent_text: seenBefore?.consentText ?? consentText,
        state: isTrap ? "trap" : "waiting",
        created_at: new Date(at),
      })
      .onConflict((conflict) => conflict.columns(["organization_id", "entry_id"]).doNothing())
      .executeTakeFirst();
    if (isTrap || !added.numInsertedOrUpdatedRows) return;
    const seen = { pageId, versionId: seenId, source, at: new Date(at) };
    await addTrackedEvent(tx, scope, { ...seen, eventId: entryId, kind: "form", fields });
    await emit(tx, entryReceived, { organizationId, aggregateId: entryId, payload: { entryId } });
  });
}

/** The version that a visitor saw who had the page open for longer than it was live: they agreed to its text. */
async function earlierVersion(
  tx: Tx,
  { organizationId, pageId, seenNumber }: Submission,
): Promise<{ versionId: RecordId; consentText: string } | undefined> {
  if (seenNumber === null) return undefined;
  const version = await tx
    .selectFrom("landing_version")
    .select(["version_id", "content"])
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .where("number", "=", seenNumber)
    .executeTakeFirst();
  return version && { versionId: version.version_id, consentText: version.content.consent_text };
}

/** The same time as for deleted leads. */
const keepForMs = 30 * 86_400_000;
const atOnce = 500;

/**
 * Clears old forms that became leads; the consent of their visitors stays, with its time. Robots' submissions are removed
 * completely, and so are LINE's ids of visitors. Returns whether there may be more.
 */
export function emptyOldEntries(db: Database, now = new Date()): Promise<boolean> {
  const before = new Date(now.getTime() - keepForMs);
  const old = (state: "done" | "trap") => sql`
    select organization_id, entry_id from landing_entry
    where fields <> '{}' and state <> 'waiting' and state = ${state} and created_at < ${before}
    order by created_at limit ${atOnce} for update skip locked`;
  return inSystemTransaction(db, async (tx) => {
    const emptied = await sql`
      update landing_entry set fields = '{}' where (organization_id, entry_id) in (${old("done")})`.execute(tx);
    const removed = await sql`
      delete from landing_entry where (organization_id, entry_id) in (${old("trap")})`.execute(tx);
    const forgotten = await sql`
      update landing_click set line_user = null where (organization_id, click_id) in (
        select organization_id, click_id from landing_click
        where line_user is not null and created_at < ${before} limit ${atOnce} for update skip locked)`.execute(tx);
    return [emptied, removed, forgotten].some(({ numAffectedRows }) => Number(numAffectedRows) === atOnce);
  });
}
