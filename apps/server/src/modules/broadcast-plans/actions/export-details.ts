import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import { broadcastPlans, type PlanDetailRow, type RecipientState } from "@homeroom/contract/broadcast-plans";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { Language, Texts } from "@homeroom/contract/language";
import { recordChange } from "#modules/audit/public";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { secondOf } from "#platform/clock/days";
import { type Database, inTransaction } from "#platform/db/transaction";
import type { Download } from "#platform/http/download";
import { everyRow } from "#platform/paging/every-row";
import { tableFile } from "#platform/tables/table-file";
import { detailsAfter } from "../queries/details.ts";
import { loadPlan } from "../queries/plans.ts";

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

const results: Record<RecipientState | ExclusionReason, Texts> = {
  excluded: texts("已排除", "已排除", "Excluded"),
  waiting: texts("等待發送", "等待发送", "Waiting"),
  queued: texts("發送中", "发送中", "Sending"),
  unsure: texts("待確認", "待确认", "To be confirmed"),
  accepted: texts("已接受", "已接受", "Accepted"),
  sent: texts("已發送", "已发送", "Sent"),
  delivered: texts("已送達", "已送达", "Delivered"),
  read: texts("已讀", "已读", "Read"),
  failed: texts("失敗", "失败", "Failed"),
  duplicate: texts("重複", "重复", "Duplicate"),
  noNumber: texts("沒有電話", "没有电话", "No number"),
  noEmail: texts("沒有電郵", "没有邮箱", "No e-mail"),
  addressStopped: texts("曾退信或投訴的地址", "曾退信或投诉的地址", "Address bounced or complained"),
  otherBranch: texts("屬於其他分校", "属于其他分校", "Belongs to another branch"),
  leadGone: texts("名單已刪除", "名单已删除", "Lead deleted"),
  blocked: texts("客戶已封鎖", "客户已拉黑", "Blocked by the customer"),
  optedOut: texts("已退訂行銷訊息", "已退订营销消息", "Opted out of marketing"),
  consentWithdrawn: texts("已撤回同意", "已撤回同意", "Consent withdrawn"),
  recentMarketing: texts("24 小時內已收過行銷訊息", "24 小时内已收过营销消息", "Had marketing within 24 hours"),
};

const atOnce = 1000;

const heads: Record<Language, readonly string[]> = {
  "zh-tw": ["暱稱", "電話", "電郵", "結果", "原因", "詳情", "發送時間", "送達時間", "已讀時間", "點擊時間", "回覆時間"],
  "zh-cn": ["昵称", "电话", "邮箱", "结果", "原因", "详情", "发送时间", "送达时间", "已读时间", "点击时间", "回复时间"],
  en: ["Nickname", "Phone", "E-mail", "Result", "Reason", "Details", "Sent", "Delivered", "Read", "Clicked", "Replied"],
};

type ExportRequest = RequestOf<typeof broadcastPlans.exportDetails> & { language: Language };

/** A plan's recipients that match the filters, as a file made while it is read. The export is recorded in the audit log. */
export async function exportDetails(db: Database, actor: Actor, request: ExportRequest): Promise<Download> {
  requireAccess(actor, broadcastPlans.exportDetails);
  const { recordID: planId, format, language } = request;
  const scope = scopeOf(actor, "bulk:plan:query");
  const { plan, zone } = await inTransaction(db, scope, async (tx) => {
    const found = await loadPlan(tx, scope, planId);
    await recordChange(tx, actor, {
      module: "broadcast",
      action: "exported",
      subject: { type: "broadcastPlan", id: planId, name: found.name },
    });
    return { plan: found, zone: await timeZoneOf(tx, scope, found.branch_id) };
  });
  const rows = linesOf(db, actor, { ...request, zone });
  return tableFile({ format, fileName: plan.name, columns: heads[language], rows });
}

function linesOf(db: Database, actor: Actor, request: ExportRequest & { zone: string }): AsyncGenerator<string[]> {
  const scope = scopeOf(actor, "crm:lead:all");
  const { recordID: planId, result, keywords } = request;
  return everyRow<string[], number>(async (after) => {
    const page = await inTransaction(db, scope, (tx) =>
      detailsAfter(tx, scope, { planId, result, keywords, after: after ?? 0, limit: atOnce }),
    );
    return { rows: page.rows.map((row) => lineOf(row, request)), next: page.last };
  });
}

function lineOf(row: PlanDetailRow, { language, zone }: { language: Language; zone: string }): string[] {
  const time = (moment: string | null) => (moment ? secondOf(new Date(moment), zone) : "");
  return [
    row.nickname,
    row.phone,
    row.email,
    resultText(row.state, language),
    row.reason ? resultText(row.reason, language) : "",
    row.detail,
    time(row.sendTime),
    time(row.deliveredTime),
    time(row.readTime),
    time(row.clickTime),
    time(row.replyTime),
  ];
}

/** The text of a recipient's result, or of its reason, in a file; a provider's reason is given by its name. */
function resultText(name: string, language: Language): string {
  return (results as Record<string, Texts>)[name]?.[language] ?? name;
}
