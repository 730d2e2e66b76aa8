import { type AdExportRequest, type AdPlatformName, campaignLimits } from "@homeroom/contract/campaigns";
import type { Language } from "@homeroom/contract/language";
import { recordChange } from "#modules/audit/public";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, can, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { tableFile } from "#platform/tables/table-file";
import { adList } from "../queries/ad-list.ts";
import { exportColumnsOf, exportNames } from "../rules/export-columns.ts";
import { sortedRows } from "../rules/figures.ts";
import { platforms } from "../rules/platforms.ts";

/** A person's exports in ten minutes. */
const limit = { name: "ad-export", points: 20, seconds: 600 };

/** What a list of campaigns, ad sets or ads shows, as a file; it is written into the audit log. Throws TOO_MANY_REQUESTS. */
export async function exportAds(
  platform: Pick<Platform, "db" | "settings">,
  actor: Actor,
  { on, form, language }: { on: AdPlatformName; form: AdExportRequest; language: Language },
): Promise<Download> {
  requireAccess(actor, platforms[on].calls.export);
  await createRateLimit(platform, limit).take(actor.accountId);
  const scope = scopeOf(actor, platforms[on].see);
  const { level, format, sortBy, sortOrder, ...filters } = form;
  const seesSales = can(actor, "sale:order:query");
  const all = await inTransaction(platform.db, scope, async (tx) => {
    const timeZone = await timeZoneOf(tx, scope, actor.branchId);
    const { rows } = await adList(tx, scope, { platform: on, level, filters, timeZone, seesSales });
    const { startTime, endTime, keywords } = filters;
    await recordChange(tx, actor, {
      module: "landing",
      action: "exported",
      subject: { type: level, id: "", name: "" },
      before: {},
      after: { count: rows.length, filter: { startTime, endTime, ...(keywords && { keywords }) } },
    });
    return rows;
  });
  const rows = sortedRows(all, { sortBy, sortOrder }).slice(0, campaignLimits.exportRows);
  const columns = exportColumnsOf(on);
  const headings = columns.map(({ labels }) => labels[language]);
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row, language)));
  const sheet = exportNames[level][language];
  const fileName = `${sheet} ${filters.startTime} ${filters.endTime}`;
  return tableFile({ format, fileName, sheet, columns: headings, rows: cells });
}
