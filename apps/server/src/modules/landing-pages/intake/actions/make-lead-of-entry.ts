import type { RecordId } from "@homeroom/contract/ids";
import type { EntryProblem } from "@homeroom/contract/landing-entries";
import { pageWords } from "@homeroom/contract/page-design/words";
import { leadForVisitor } from "#modules/leads/public";
import { organizationOf } from "#modules/organizations/public";
import { isRefusedData, sqlState } from "#platform/db/failures";
import { lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { phoneOf } from "#platform/phones/written-phone";
import { queueDelivery } from "../../webhook/actions/deliver.ts";
import { leadFacts } from "../rules/lead-facts.ts";
import { linesOf, sourceLines } from "../rules/visitor.ts";
import { addToDay } from "../writes/add-to-day.ts";

/**
 * Makes the lead of a sent form, or finds the person's existing one. Does nothing if the entry has a lead. An entry
 * for which a retry cannot help fails at once.
 */
export async function makeLeadOfEntry(db: Database, scope: Scope, entryId: RecordId): Promise<void> {
  try {
    await makeLead(db, scope, entryId);
  } catch (error) {
    if (!isForGood(error)) throw error;
    await inTransaction(db, scope, (tx) => failEntry(tx, scope, { entryId, problem: "refused" }));
  }
}

/** A refusal of ours, or of the values themselves. A missing or duplicate row may be due to a race. */
function isForGood(error: unknown): boolean {
  const isRace = sqlState(error) === "23503" || sqlState(error) === "23505";
  return error instanceof AppError || (isRefusedData(error) && !isRace);
}

/** Ends the attempts for a waiting form: staff see it and can retry it. */
export async function failEntry(
  tx: Tx,
  { organizationId }: Scope,
  { entryId, problem }: { entryId: RecordId; problem: EntryProblem },
): Promise<void> {
  await tx
    .updateTable("landing_entry")
    .set({ state: "failed", problem })
    .where("organization_id", "=", organizationId)
    .where("entry_id", "=", entryId)
    .where("state", "=", "waiting")
    .execute();
}

function makeLead(db: Database, scope: Scope, entryId: RecordId): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const entry = await lockRow(tx, scope, "landing_entry", { entry_id: entryId });
    if (entry?.state !== "waiting") return;
    const page = await pageOfEntry(tx, scope, entry.page_id);
    const country = (await organizationOf(tx, scope))?.country ?? "";
    const { fields } = entry;
    const { leadId, created } = await leadForVisitor(tx, scope, {
      branchId: page.branch_id,
      nickname: fields["name"] ?? "",
      phoneE164: phoneOf(fields["phone"] ?? "", country),
      email: (fields["email"] ?? "").toLowerCase(),
      channelId: page.channel_id,
      secondaryChannelId: page.secondary_channel_id,
      from: page.name,
      said: `${linesOf(fields, pageWords[page.language])}\n${sourceLines(page.name, entry.source)}`,
      at: entry.created_at,
    });
    await tx
      .updateTable("landing_entry")
      .set({ state: "done", lead_id: leadId, done_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("entry_id", "=", entryId)
      .execute();
    if (page.webhook_url !== "") {
      const { entry_id: recordID, source, created_at: createdAt } = entry;
      const facts = leadFacts({
        page: { recordID: entry.page_id, name: page.name },
        ...{ leadId, isNew: created },
        entry: { recordID, fields, source, createdAt },
      });
      await queueDelivery(tx, scope, { pageId: entry.page_id, facts });
    }
    if (created) await addToDay(tx, scope, { pageId: entry.page_id, clicks: 0, leads: 1 });
  });
}

/** The page's current state, deleted or not: its leads still go to its branch. */
function pageOfEntry(tx: Tx, { organizationId }: Scope, pageId: RecordId) {
  return tx
    .selectFrom("landing_page")
    .select(["branch_id", "channel_id", "secondary_channel_id", "name", "language", "webhook_url"])
    .where("organization_id", "=", organizationId)
    .where("page_id", "=", pageId)
    .executeTakeFirstOrThrow();
}
