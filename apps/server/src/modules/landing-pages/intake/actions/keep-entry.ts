import type { RecordId } from "@homeroom/contract/ids";
import { organizationScope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { entryReceived } from "../../events.ts";
import type { LivePage } from "../../serving/queries/live-pages.ts";
import type { VisitorFields } from "../rules/visitor.ts";

interface Sent {
  entryId: RecordId;
  fields: VisitorFields;
  source: Record<string, string>;
  /** A field that people cannot see was filled in, or it was faster than people are. */
  isTrap: boolean;
}

/** Keeps a form that was sent; its lead is made after. One that is there already, sent twice, stays as it is. */
export function keepEntry(db: Database, page: LivePage, { entryId, fields, source, isTrap }: Sent): Promise<void> {
  const { organizationId, pageId, content } = page;
  return inTransaction(db, organizationScope(organizationId), async (tx) => {
    const added = await tx
      .insertInto("landing_entry")
      .values({
        organization_id: organizationId,
        entry_id: entryId,
        page_id: pageId,
        fields: JSON.stringify(fields),
        source: JSON.stringify(source),
        consent_text: content.consent_text,
        state: isTrap ? "trap" : "waiting",
      })
      .onConflict((conflict) => conflict.columns(["organization_id", "entry_id"]).doNothing())
      .executeTakeFirst();
    if (isTrap || !added.numInsertedOrUpdatedRows) return;
    await emit(tx, entryReceived, { organizationId, aggregateId: entryId, payload: { entryId } });
  });
}
