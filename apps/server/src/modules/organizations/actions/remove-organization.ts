import type { OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { removeFiles } from "#modules/files/public";
import { removeOrganizationRows } from "#platform/db/remove-rows";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { postMail } from "#platform/mail/mail";
import type { Platform } from "#platform/server-module";
import { dataRemovedMail } from "../mails.ts";
import type { People } from "../port.ts";
import { lockOrganization } from "../queries/organization-details.ts";
import { removalDueAt } from "../rules/membership.ts";

/**
 * The remains of an organisation: its own row, closed and without personal data; the audit log, for its time;
 * undelivered events, which expire by themselves; and the fact that its data were removed.
 */
const kept = ["organization", "organization_removal", "audit_entry", "outbox"];

/**
 * Removes the data of the organisation that is due first: closes it and signs everyone out, then removes its files, then its
 * rows, in steps that another process can continue. Returns false if there is none to remove.
 */
export async function removeNextOrganization(platform: Platform, people: Removing): Promise<boolean> {
  const organizationId = await claim(platform.db);
  if (!organizationId) return false;
  const scope = organizationScope(organizationId);
  if (!(await begin(platform.db, scope, people))) return true;
  const afterBatch = (rows: number) => storeProgress(platform.db, scope, rows);
  for (;;) {
    let removed = 0;
    const count = async (rows: number) => {
      removed += rows;
      await afterBatch(rows);
    };
    for (let files = 1; files > 0; ) {
      files = await removeFiles(platform, scope);
      if (files > 0) await count(files);
    }
    await removeOrganizationRows(platform.db, scope, { keep: kept, afterBatch: count });
    // Transactions under way at the closing may still have written rows.
    if (removed === 0) break;
  }
  await finish(platform.db, scope);
  return true;
}

type Removing = Pick<People, "endSessionsAt" | "ownerOf" | "awaitsPayment">;

/** Claims the work for five minutes; each step renews the claim. After a crash others take over. */
async function claim(db: Database): Promise<OrganizationId | undefined> {
  const claimed = await inSystemTransaction(db, (tx) =>
    tx
      .updateTable("organization_removal")
      .set({ leased_until: sql<Date>`now() + interval '5 minutes'` })
      .where(
        "organization_id",
        "=",
        tx
          .selectFrom("organization_removal")
          .select("organization_id")
          .where("finished_at", "is", null)
          .where("due_at", "<=", sql<Date>`now()`)
          .where(sql<boolean>`(leased_until is null or leased_until < now())`)
          .orderBy("due_at")
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning("organization_id")
      .executeTakeFirst(),
  );
  return claimed?.organization_id;
}

/**
 * Closes the organisation. False if the deletion was withdrawn, or a payment arrived or was reported: nothing is removed.
 */
async function begin(db: Database, scope: Scope, people: Removing): Promise<boolean> {
  return inTransaction(db, scope, async (tx) => {
    const organization = await lockOrganization(tx, scope);
    const removal = await tx
      .selectFrom("organization_removal")
      .select(["reason", "started_at"])
      .where("organization_id", "=", scope.organizationId)
      // Its owner may have requested it for tomorrow since the claim.
      .where("due_at", "<=", sql<Date>`now()`)
      .executeTakeFirst();
    if (!removal) return false;
    if (removal.started_at) return true;
    const { expires_at: expiresAt } = organization;
    const hasEnded = expiresAt !== null && removalDueAt(expiresAt) <= new Date();
    const isDue = removal.reason === "wipe" || (hasEnded && !(await people.awaitsPayment(tx, scope)));
    if (!isDue) {
      await tx.deleteFrom("organization_removal").where("organization_id", "=", scope.organizationId).execute();
      return false;
    }
    const owner = await people.ownerOf(tx, scope);
    await tx
      .updateTable("organization_removal")
      .set({ started_at: new Date(), owner_email: owner?.email ?? "", owner_locale: owner?.locale ?? "zh-tw" })
      .where("organization_id", "=", scope.organizationId)
      .execute();
    await tx
      .updateTable("organization")
      .set({ deactivated_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .execute();
    await people.endSessionsAt(tx, scope, null);
    return true;
  });
}

function storeProgress(db: Database, scope: Scope, rows: number): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    await tx
      .updateTable("organization_removal")
      .set({
        removed_rows: sql<number>`removed_rows + ${rows}`,
        leased_until: sql<Date>`now() + interval '5 minutes'`,
      })
      .where("organization_id", "=", scope.organizationId)
      .execute();
  });
}

/** The last step: removes the personal data from the organisation's row and notifies its owner. */
function finish(db: Database, scope: Scope): Promise<void> {
  const { organizationId } = scope;
  return inTransaction(db, scope, async (tx) => {
    const { name } = await lockOrganization(tx, scope);
    const removal = await tx
      .selectFrom("organization_removal")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .executeTakeFirstOrThrow();
    if (removal.finished_at) return;
    const noPerson = { contact_first_name: "", contact_last_name: "", email: "", area_code: "", phone: "" };
    await tx
      .updateTable("organization")
      .set({ ...noPerson, location: "", logo_file_id: null, updated_by: null })
      .where("organization_id", "=", organizationId)
      .execute();
    await tx
      .updateTable("organization_removal")
      .set({ finished_at: new Date(), owner_email: "", leased_until: null })
      .where("organization_id", "=", organizationId)
      .execute();
    const product = { organizationId, accountId: null, nickname: "" };
    await recordChange(tx, product, {
      module: "organization",
      action: "wiped",
      subject: { type: "organization", id: organizationId, name },
      after: { reason: removal.reason, removedRows: Number(removal.removed_rows) },
    });
    const owner = { email: removal.owner_email, locale: removal.owner_locale, nickname: "" };
    if (owner.email) await postMail(tx, dataRemovedMail(owner, { organization: name, reason: removal.reason }));
  });
}
