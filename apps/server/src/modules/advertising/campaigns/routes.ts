import { type AdLevel, type AdListRequest, type AdPlatformName, adPlatformNames } from "@homeroom/contract/campaigns";
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
import { platforms } from "./rules/platforms.ts";

/** `canFetch`: on which platforms this installation has an app. */
export function bindCampaignRoutes(
  bind: Binder,
  platform: Platform,
  canFetch: Readonly<Record<AdPlatformName, boolean>>,
): void {
  const { db } = platform;
  for (const on of adPlatformNames) bindPlatform(bind, platform, { on, canFetch: canFetch[on] });
  bind(leadPaths.path, ({ leadId }, { actor }) => {
    const scope = scopeOf(actor, "crm:lead:all");
    const scopeOfAds = (on: AdPlatformName) => {
      const { see } = platforms[on];
      return can(actor, see) ? scopeOf(actor, see) : null;
    };
    return inTransaction(db, scope, async (tx) => {
      await loadLead(tx, scope, leadId);
      return leadPath(tx, scope, { leadId, scopeOfAds, seesSales: can(actor, "sale:order:query") });
    });
  });
}

/** The calls that the campaigns of each platform have. */
function bindPlatform(
  bind: Binder,
  platform: Platform,
  { on, canFetch }: { on: AdPlatformName; canFetch: boolean },
): void {
  const { db } = platform;
  const { calls, see, set } = platforms[on];
  bind(calls.campaignList, (request, { actor }) => listPage(db, actor, { on, level: "campaign", request }));
  bind(calls.adsetList, (request, { actor }) => listPage(db, actor, { on, level: "adset", request }));
  bind(calls.adList, (request, { actor }) => listPage(db, actor, { on, level: "ad", request }));
  bind(calls.accounts, (_, { actor }) => {
    const scope = scopeOf(actor, can(actor, see) ? see : set);
    return inTransaction(db, scope, async (tx) => ({ list: await presentAccounts(tx, scope, on) }));
  });
  bind(calls.saveAccount, (form, { actor }) => saveAccount(platform, actor, { platform: on, form }));
  bind(calls.sync, async (_, { actor }) => {
    if (!canFetch) throw new AppError("FEATURE_NOT_SET_UP");
    await askSync(platform, actor, on);
  });
  bind(calls.bind, (form, { actor }) => bindPage(db, actor, { platform: on, ...form }));
  bind(calls.unbind, ({ recordID }, { actor }) => unbindPage(db, actor, { platform: on, recordID }));
  bind(calls.export, (form, { actor, language }) => exportAds(platform, actor, { on, form, language }));
}

/** All rows are sorted by figures that are computed: a page is a part of them, and its cursor the number of rows before. */
async function listPage(
  db: Database,
  actor: Actor,
  { on, level, request }: { on: AdPlatformName; level: AdLevel; request: AdListRequest },
) {
  const { pageNum, pageSize, cursor, sortBy, sortOrder, ...filters } = request;
  const scope = scopeOf(actor, platforms[on].see);
  const seesSales = can(actor, "sale:order:query");
  const { rows, summary } = await inTransaction(db, scope, async (tx) => {
    const timeZone = await timeZoneOf(tx, scope, actor.branchId);
    return adList(tx, scope, { platform: on, level, filters, timeZone, seesSales });
  });
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
