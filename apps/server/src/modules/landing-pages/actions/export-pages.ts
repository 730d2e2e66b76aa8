import { landingLimits, leadRate, type PageExportRequest, type PageRow } from "@homeroom/contract/landing-pages";
import type { Language, Texts } from "@homeroom/contract/language";
import { recordChange } from "#modules/audit/public";
import { type Actor, can } from "#platform/auth/actor";
import { inTransaction } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import { createRateLimit } from "#platform/rate-limit/rate-limit";
import type { Platform } from "#platform/server-module";
import { tableFile } from "#platform/tables/table-file";
import type { TableCell } from "#platform/tables/write-csv";
import { reachPages } from "../policy.ts";
import { presentPages } from "../present.ts";
import { listPages } from "../queries/pages.ts";

/** A person's exports in ten minutes. */
const limit = { name: "landing-export", points: 20, seconds: 600 };

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });
const fileTexts = texts("落地頁", "落地页", "Landing pages");
const statusTexts: Record<PageRow["publishStatus"], Texts> = {
  draft: texts("草稿", "草稿", "Draft"),
  published: texts("已發佈", "已发布", "Published"),
  changed: texts("已修改未發佈", "已修改未发布", "Changed since"),
  offline: texts("已下線", "已下线", "Offline"),
};

function rateText(page: PageRow): string {
  const rate = leadRate(page);
  return rate === null ? "" : `${(rate * 100).toFixed(1)}%`;
}

const columns: readonly { labels: Texts; cell: (page: PageRow, language: Language) => TableCell }[] = [
  { labels: texts("名稱", "名称", "Name"), cell: ({ name }) => name },
  {
    labels: texts("狀態", "状态", "Status"),
    cell: ({ publishStatus }, language) => statusTexts[publishStatus][language],
  },
  { labels: texts("網址", "网址", "Address"), cell: ({ url }) => url },
  { labels: texts("分校", "分校", "Branch"), cell: ({ branch }) => branch.name },
  { labels: texts("類別", "类别", "Category"), cell: ({ category }) => category?.name ?? "" },
  { labels: texts("瀏覽", "浏览", "Views"), cell: ({ viewCount }) => viewCount },
  { labels: texts("點擊", "点击", "Clicks"), cell: ({ clickCount }) => clickCount },
  { labels: texts("名單", "名单", "Leads"), cell: ({ leadCount }) => leadCount },
  { labels: texts("轉換率", "转化率", "Rate"), cell: rateText },
  {
    labels: texts("廣告花費", "广告花费", "Ad spend"),
    cell: ({ spend }) => spend.map(({ currency, amount }) => `${currency} ${amount}`).join("; "),
  },
  { labels: texts("發佈時間", "发布时间", "Published"), cell: ({ publishTime }) => publishTime ?? "" },
];

/** The landing pages that match the filters, as a file; the audit log records it. Throws TOO_MANY_REQUESTS. */
export async function exportPages(
  platform: Platform,
  actor: Actor,
  { form, language }: { form: PageExportRequest; language: Language },
): Promise<Download> {
  const scope = reachPages(actor, "ad:landing:export");
  await createRateLimit(platform, limit).take(actor.accountId);
  const { format, ...filters } = form;
  const rows = await inTransaction(platform.db, scope, async (tx) => {
    const { pages } = await listPages(tx, scope, { ...filters, pageNum: 1, pageSize: landingLimits.pages });
    await recordChange(tx, actor, {
      module: "landing",
      action: "exported",
      subject: { type: "landing", id: "", name: "" },
      before: {},
      after: { count: pages.length },
    });
    return presentPages(platform, tx, { scope, pages, seesSpend: can(actor, "ad:campaign:query") });
  });
  const headings = columns.map(({ labels }) => labels[language]);
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row, language)));
  return tableFile({ format, fileName: fileTexts[language], columns: headings, rows: cells });
}
