import { isDeepStrictEqual } from "node:util";
import type { FileId } from "@homeroom/contract/ids";
import { type OrganizationForm, organization } from "@homeroom/contract/organization";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { fileById } from "#modules/files/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { organizationChanged } from "../events.ts";
import type { People } from "../port.ts";
import { lockOrganization } from "../queries/organization-details.ts";
import { organizationColumns, organizationFields } from "../rules/forms.ts";

/** Saves the organisation's own data; omitted fields stay. Throws STALE_DATA when someone saved since `version`. */
export function editOrganization(
  db: Database,
  people: Pick<People, "stepDemandChanged">,
  actor: Actor,
  form: OrganizationForm,
): Promise<null> {
  requireAccess(actor, organization.edit);
  const scope = sharedScope(actor);
  const { organizationId } = actor;
  return inTransaction(db, scope, async (tx) => {
    const before = await lockOrganization(tx, scope);
    requireVersion(before, form.version);
    const old = organizationFields(before);
    const { version: _version, ...sent } = form;
    const wanted = withSent(old, sent);
    const columns = organizationColumns(wanted, before);
    const [fresh] = [organizationFields({ ...before, ...columns })];
    if (isDeepStrictEqual(old, fresh)) return null;
    if (wanted.logoFileID !== before.logo_file_id) await requirePicture(tx, actor, wanted.logoFileID);
    await tx
      .updateTable("organization")
      .set({ ...columns, version: sql<number>`version + 1`, updated_at: new Date(), updated_by: actor.accountId })
      .where("organization_id", "=", organizationId)
      .execute();
    await recordChange(tx, actor, {
      module: "organization",
      action: "edited",
      subject: { type: "organization", id: organizationId, name: wanted.organizationName },
      before: old,
      after: fresh,
    });
    if (old.twoStepRequired !== fresh.twoStepRequired) await people.stepDemandChanged(tx, scope);
    await emit(tx, organizationChanged, { organizationId, aggregateId: organizationId, payload: { organizationId } });
    return null;
  });
}

/** Everybody sees a logo: another person's file may be from a conversation out of sight. */
async function requirePicture(tx: Tx, actor: Actor, fileId: FileId | null): Promise<void> {
  if (fileId === null) return;
  const file = await fileById(tx, sharedScope(actor), fileId);
  if (file?.content_type.startsWith("image/") && file.created_by === actor.accountId) return;
  throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "logoFileID", name: "FIELD_INVALID" }] });
}
