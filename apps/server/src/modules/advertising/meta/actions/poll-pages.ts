import type { OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { storeAdLead } from "../../intake/actions/store-ad-lead.ts";
import { AdPlatformFailure, type MetaLead, type MetaPageAccess, type MetaProvider } from "../../port.ts";
import { lockMetaPage, type StoredMetaPage } from "../queries.ts";
import { storeRefusal } from "../writes/store-refusal.ts";

const pollEveryMs = 50 * 60_000;
/** Meta's lists are behind its calls for a while. */
const overlapMs = 60 * 60_000;

interface ClaimedPage {
  organizationId: OrganizationId;
  pageId: string;
}

/**
 * Asks Meta for a page's leads that no call announced, and renews the subscription, in case it was
 * lost. Returns whether another page may be due.
 */
export async function pollNextPage(
  platform: Pick<Platform, "db" | "secrets" | "log">,
  provider: MetaProvider,
  now = new Date(),
): Promise<boolean> {
  const claimed = await claimPage(platform.db, now);
  if (!claimed) return false;
  const scope = organizationScope(claimed.organizationId);
  const page = await inTransaction(platform.db, scope, (tx) => lockMetaPage(tx, scope, claimed.pageId));
  if (page?.status !== 1) return true;
  try {
    const access = { pageId: page.page_id, name: page.name, token: platform.secrets.open(page.secrets)["token"] ?? "" };
    const isOn = await keepMissed(platform.db, scope, { page, access, provider, now });
    if (isOn) await provider.setSubscription(access, true);
  } catch (error) {
    if (!(error instanceof AdPlatformFailure)) throw error;
    const { reason } = error;
    platform.log.warn({ pageId: page.page_id, reason }, "The leads of a page could not be asked for");
    if (reason === "reconnect" || reason === "refused")
      await inTransaction(platform.db, scope, (tx) => storeRefusal(tx, scope, { pageId: page.page_id, reason }));
  }
  return true;
}

/** Claims the page that has waited for longest. */
function claimPage(db: Platform["db"], now: Date): Promise<ClaimedPage | undefined> {
  return inSystemTransaction(db, async (tx) => {
    // Materialised: a subquery in the condition may run once for each row, and then claims several.
    const { rows } = await sql<ClaimedPage>`
      with due as materialized (
        select organization_id, page_id from meta_page
        where status = 1 and (polled_at is null or polled_at < ${new Date(now.getTime() - pollEveryMs)})
        order by polled_at nulls first limit 1 for update skip locked)
      update meta_page page set polled_at = ${now}
      from due where page.organization_id = due.organization_id and page.page_id = due.page_id
      returning page.organization_id as "organizationId", page.page_id as "pageId"`.execute(tx);
    return rows[0];
  });
}

interface Polled {
  page: StoredMetaPage;
  access: MetaPageAccess;
  provider: MetaProvider;
  now: Date;
}

/** Stores missing leads; returns whether the page is still on. */
async function keepMissed(db: Database, scope: Scope, { page, access, provider, now }: Polled): Promise<boolean> {
  const { pageId } = access;
  const since = Math.max((page.polled_until?.getTime() ?? 0) - overlapMs, page.taken_since?.getTime() ?? now.getTime());
  const leads = await provider.leadsSince(access, new Date(since));
  return inTransaction(db, scope, async (tx) => {
    const held = await lockMetaPage(tx, scope, pageId);
    if (held?.status !== 1 || held.branch_id === null) return false;
    // In the order in which they would have been announced.
    for (const lead of leads.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction has one connection
      await storeAdLead(tx, scope, { ...receivedOf(lead, held), branchId: held.branch_id });
    }
    await tx
      .updateTable("meta_page")
      .set({ polled_until: now, problem: null })
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", pageId)
      .execute();
    return true;
  });
}

function receivedOf({ leadId, formId, campaignId, adsetId, adId, ...lead }: MetaLead, page: StoredMetaPage) {
  return {
    source: "meta" as const,
    externalId: leadId,
    channelId: page.channel_id,
    secondaryChannelId: page.secondary_channel_id,
    payload: { page_id: page.page_id, ...lead.payload },
    formId,
    campaignId,
    adsetId,
    adId,
    isTest: lead.isTest,
    filledAt: lead.createdAt,
  };
}
