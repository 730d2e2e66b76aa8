import { organization } from "@homeroom/contract/organization";
import { fileAddress, fileById, presentStoredPicture, storePicture } from "#modules/files/public";
import { requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { editOrganization } from "../actions/edit-organization.ts";
import { requestWipe, withdrawWipe } from "../actions/request-wipe.ts";
import type { People } from "../port.ts";
import { presentOrganization } from "../present.ts";
import { loadOrganization } from "../queries/organization-details.ts";
import { waitingWipe } from "../queries/removals.ts";

/** More pixels than any screen or printed page uses for a logo. */
const maxLogoSide = 1024;

/** Binds the calls of the organisation's own data. */
export function bindOrganizationRoutes(bind: Binder, platform: Platform, people: People): void {
  const { db } = platform;

  bind(organization.info, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const row = await loadOrganization(tx, scope);
      const file = row.logo_file_id ? await fileById(tx, scope, row.logo_file_id) : undefined;
      const logo = file ? fileAddress(platform, file) : null;
      return presentOrganization(row, actor, { logo, wipe: await waitingWipe(tx, scope) });
    });
  });

  bind(organization.edit, (form, { actor }) => editOrganization(db, people, actor, form));

  bind(organization.uploadLogo, async (_, { actor, upload }) => {
    requirePermission(actor, "org:info:edit");
    const given = { createdBy: actor.accountId, maxSide: maxLogoSide };
    const file = await storePicture(platform, sharedScope(actor), upload, given);
    return presentStoredPicture(platform, file);
  });

  bind(organization.email, async (_, { actor }) => {
    const scope = sharedScope(actor);
    const { email, name } = await inTransaction(db, scope, (tx) => loadOrganization(tx, scope));
    return { email, senderName: name };
  });

  bind(organization.wipe, (form, { actor }) => requestWipe(db, people, actor, form));
  bind(organization.cancelWipe, (_, { actor }) => withdrawWipe(db, people, actor));
}
