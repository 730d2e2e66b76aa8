import { type AdLevel, type AdListRequest, campaigns } from "@homeroom/contract/campaigns";
import { leadPaths } from "@homeroom/contract/lead-path";
import { loadLead } from "#modules/leads/public";
import { timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { askSync } from "./actions/ask-sync.ts";
import { bindPage, unbindPage } from "./actions/bind-page.ts";
import { exportAds } from "./actions/export-ads.ts";
import { saveAccount } from "./actions/save-account.ts";
import { presentAccounts } from "./queries/accounts.ts";
import { adList } from "./queries/ad-list.ts";
import { leadPath } from "./queries/lead-path.ts";
import { sortedRows } from "./rules/figures.ts";

/** `canFetch`: this installation has an app at Meta. */
export function bindCampaignRoutes(bind: Binder, platform: Platform, canFetch: boolean): void {
  const { db } = platform;
  bind(campaigns.campaignList, (request, { actor }) => listPage(db, actor, { level: "campaign", request }));
  bind(campaigns.adsetList, (request, { actor }) => listPage(db, actor, { level: "adset", request }));
  bind(campaigns.adList, (request, { actor }) => listPage(db, actor, { level: "ad", request }));
  bind(campaigns.accounts, (_, { actor }) => {
    const scope = scopeOf(actor, can(actor, "ad:campaign:query") ? "ad:campaign:query" : "org:meta:query");
    return inTransaction(db, scope, async (tx) => ({ list: await presentAccounts(tx, scope) }));
  });
  bind(leadPaths.path, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    return inTransaction(db, scope, async (tx) => {
      await loadLead(tx, scope, leadId);
      const ads = can(actor, "ad:campaign:query") ? scopeOf(actor, "ad:campaign:query") : null;
      return leadPath(tx, scope, { leadId, campaigns: ads });
    });
  });
  bind(campaigns.saveAccount, async (form, { actor }) => {
    await saveAccount(platform, actor, form);
    return null;
  });
  bind(campaigns.sync, async (_, { actor }) => {
    if (!canFetch) throw new AppError("FEATURE_NOT_SET_UP");
    await askSync(platform, actor);
    return null;
  });
  bind(campaigns.bind, async (form, { actor }) => {
    await bindPage(db, actor, form);
    return null;
  });
  bind(campaigns.unbind, async ({ recordID }, { actor }) => {
    await unbindPage(db, actor, recordID);
    return null;
  });
  bind(campaigns.export, (form, { actor, language }) => exportAds(platform, actor, { form, language }));
}

/** All rows are sorted by figures that are computed: a page is a part of them, and its cursor the number of rows before. */
async function listPage(db: Database, actor: Actor, { level, request }: { level: AdLevel; request: AdListRequest }) {
  const { pageNum, pageSize, cursor, sortBy, sortOrder, ...filters } = request;
  const scope = scopeOf(actor, "ad:campaign:query");
  const { rows, summary } = await inTransaction(db, scope, async (tx) =>
    adList(tx, scope, { level, filters, timeZone: await timeZoneOf(tx, scope, actor.branchId) }),
  );
  const start = cursor === undefined ? (pageNum - 1) * pageSize : readStart(cursor);
  const end = start + pageSize;
  return {
    list: sortedRows(rows, { sortBy, sortOrder }).slice(start, end),
    total: rows.length,
    pageNum,
    pageSize,
    nextCursor: end < rows.length ? String(end) : null,
    summary,
  };
}

function readStart(cursor: string): number {
  if (!/^\d{1,7}$/.test(cursor)) throw new AppError("DATA_FORMAT_ERROR");
  return Number(cursor);
}
