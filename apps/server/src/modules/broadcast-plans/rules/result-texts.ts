import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import type { RecipientState } from "@homeroom/contract/broadcast-plans";
import type { Language, Texts } from "@homeroom/contract/language";

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
  blocked: texts("客戶已封鎖", "客户已拉黑", "Blocked by the customer"),
  optedOut: texts("已退訂行銷訊息", "已退订营销消息", "Opted out of marketing"),
  consentWithdrawn: texts("已撤回同意", "已撤回同意", "Consent withdrawn"),
  recentMarketing: texts("24 小時內已收過行銷訊息", "24 小时内已收过营销消息", "Had marketing within 24 hours"),
};

/** What a recipient's result, or the reason of it, is called in a file; a provider's reason is given by its name. */
export function resultText(name: string, language: Language): string {
  return (results as Record<string, Texts>)[name]?.[language] ?? name;
}
