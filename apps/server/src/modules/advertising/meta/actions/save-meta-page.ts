import { type MetaPageForm, metaSettings } from "@homeroom/contract/meta-settings";
import { recordChange } from "#modules/audit/public";
import { branchById } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import type { Platform } from "#platform/server-module";
import { requireBranch } from "../../intake/queries/branches.ts";
import { channelFaults, channelNames } from "../../intake/queries/lead-channels.ts";
import type { MetaProvider } from "../../port.ts";
import { lockMetaPage, type StoredMetaPage } from "../queries.ts";
import { asRefusal } from "../rules/connection.ts";
import { endSubscriptions } from "../writes/end-subscriptions.ts";

/**
 * Sets where a page's leads go. Meta's calls are switched on before saving, and off after. Throws NOT_FOUND for a page out of
 * reach, STALE_DATA when somebody saved since `version`.
 */
export async function saveMetaPage(
  { db, secrets, log }: Pick<Platform, "db" | "secrets" | "log">,
  provider: MetaProvider,
  { actor, form }: { actor: Actor; form: MetaPageForm },
): Promise<void> {
  requireAccess(actor, metaSettings.save);
  const scope = scopeOf(actor, "org:meta:query");
  const { page, columns: wanted } = await inTransaction(db, scope, (tx) => checked(tx, scope, form));
  const [isOn, wasOn] = [wanted.status === 1, page.status === 1];
  const access = { pageId: page.page_id, name: page.name, token: secrets.open(page.secrets)["token"] ?? "" };
  // No transaction is open during the call of Meta.
  if (isOn && !wasOn) await asRefusal(() => provider.setSubscription(access, true));
  await inTransaction(db, scope, async (tx) => {
    const { page: before, columns } = await checked(tx, scope, form);
    await tx
      .updateTable("meta_page")
      .set({
        ...columns,
        status: wanted.status,
        problem: null,
        version: before.version + 1,
        ...(isOn && before.status === 0 && { taken_since: new Date(), polled_at: null, polled_until: null }),
      })
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", form.pageID)
      .execute();
    await recordChange(tx, actor, {
      module: "setting",
      action: "edited",
      subject: { type: "metaPage", id: form.pageID, name: before.name },
      before: await auditOf(tx, scope, before),
      after: await auditOf(tx, scope, { ...columns, status: wanted.status }),
    });
  });
  if (!isOn && wasOn) await endSubscriptions({ db, log }, provider, [access]);
}

type Columns = Pick<StoredMetaPage, "branch_id" | "channel_id" | "secondary_channel_id" | "status">;

/** The page before and after the change. */
async function checked(tx: Tx, scope: Scope, form: MetaPageForm): Promise<{ page: StoredMetaPage; columns: Columns }> {
  const page = await lockMetaPage(tx, scope, form.pageID);
  if (!page) throw new AppError("NOT_FOUND");
  await requireBranch(tx, scope, form.branchID);
  const { channelID = page.channel_id, secondaryChannelID = page.secondary_channel_id, status = page.status } = form;
  refuseFaults(await channelFaults(tx, scope, { channelID, secondaryChannelID }));
  requireVersion(page, form.version);
  const columns = {
    branch_id: form.branchID,
    channel_id: channelID,
    secondary_channel_id: secondaryChannelID,
    status,
  };
  return { page, columns };
}

async function auditOf(tx: Tx, scope: Scope, { branch_id: branchId, status, ...channels }: Columns) {
  const branch = branchId && (await branchById(tx, scope, branchId));
  return { ...(await channelNames(tx, scope, channels)), branch: branch ? branch.name : "", status };
}
