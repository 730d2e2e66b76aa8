import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

const atOnce = 500;

export interface OpenHold {
  organizationId: OrganizationId;
  subjectId: RecordId;
}

/** What is still kept for messages, of all organisations, page by page: those after `last`. */
export async function openHolds(db: Database, last?: OpenHold): Promise<OpenHold[]> {
  const after = last ? sql`and (organization_id, subject_id) > (${last.organizationId}, ${last.subjectId})` : sql``;
  const found = await inSystemTransaction(db, (tx) =>
    sql<OpenHold>`
      select organization_id as "organizationId", subject_id as "subjectId" from message_hold
      where closed_at is null ${after} order by organization_id, subject_id limit ${atOnce}`.execute(tx),
  );
  return found.rows;
}
