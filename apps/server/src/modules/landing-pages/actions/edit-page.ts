import type { EditPageForm } from "@homeroom/contract/landing-pages";
import { withSent } from "@homeroom/contract/some-fields";
import { recordChange } from "#modules/audit/public";
import { type StoredFile, storePicture } from "#modules/files/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { reachPages } from "../policy.ts";
import { lockPage } from "../queries/pages.ts";
import {
  auditFields,
  changesOf,
  columnsOf,
  formerPictures,
  formOf,
  isSameSitting,
  type LandingPage,
  type PageColumns,
  sentFields,
  type WholeForm,
} from "../rules/landing-page.ts";
import { checkPage } from "./check-page.ts";
import { refusingTakenNames } from "./refuse-taken-names.ts";

/**
 * Changes a page's draft; unsent fields stay, and an edit that changes nothing writes nothing. Returns the version that
 * is saved now. Throws STALE_DATA when the version is named and somebody has saved since, LANDING_URL_NAME_LOCKED after
 * the first publishing, and the faults of `addPage`.
 */
export function editPage(db: Database, actor: Actor, sent: EditPageForm): Promise<{ version: number }> {
  const scope = reachPages(actor, "ad:landing:edit");
  return refusingTakenNames(() =>
    inTransaction(db, scope, async (tx) => {
      const page = await lockPage(tx, scope, sent.recordID);
      requireVersion(page, sent.version);
      const form = withSent<WholeForm>(formOf(page), sentFields(sent));
      if (form.urlName !== page.url_name && page.published_at !== null) throw locked();
      const columns = await checkPage(tx, { actor, scope, form, before: page });
      const { changed, isSeen } = changesOf(page, columns);
      if (!changed) return { version: page.version };
      const version = page.version + 1;
      await tx
        .updateTable("landing_page")
        .set({
          ...columns,
          former_picture_ids: formerPictures(page, columns.picture_ids),
          revision: page.revision + (isSeen ? 1 : 0),
          updated_by: actor.accountId,
          updated_at: new Date(),
          version,
        })
        .where("organization_id", "=", scope.organizationId)
        .where("page_id", "=", page.page_id)
        .execute();
      await recordEdit(tx, actor, { page, columns });
      return { version };
    }),
  );
}

async function recordEdit(
  tx: Tx,
  actor: Actor,
  { page, columns }: { page: LandingPage; columns: PageColumns },
): Promise<void> {
  const held = columnsOf(formOf(page));
  const before = "columns" in held ? auditFields(held.columns) : {};
  const after = auditFields(columns);
  if (JSON.stringify(before) === JSON.stringify(after) && isSameSitting(page, actor.accountId)) return;
  const subject = { type: "landing", id: page.page_id, name: columns.name };
  await recordChange(tx, actor, { module: "landing", action: "edited", subject, before, after });
}

function locked(): AppError {
  const name = "LANDING_URL_NAME_LOCKED";
  return new AppError(name, {}, { fields: [{ field: "urlName", name }] });
}

/** Wide enough for a full screen; more would only slow the page down. */
const maxSide = 1600;

/** Stores a JPEG or PNG for pages, turned upright and without camera metadata. */
export function uploadPageImage(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  if (!can(actor, "ad:landing:add") && !can(actor, "ad:landing:edit")) throw new AppError("PERMISSION_DENIED");
  return storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
}
