import { type AuditAction, type AuditModule, auditActions, auditModules } from "./audit.ts";
import { declaredAudit } from "./features.ts";
import type { Language, Texts } from "./language.ts";

const texts = (tw: string, cn: string, en: string): Texts => ({ "zh-tw": tw, "zh-cn": cn, en });

/** The names of the product's parts in the audit log. */
export const auditModuleTexts: Record<AuditModule, Texts> = {
  login: texts("登入", "登录", "sign-in"),
  organization: texts("機構", "机构", "organisation"),
  branch: texts("分校", "分校", "branch"),
  user: texts("帳號", "账号", "account"),
  role: texts("角色", "角色", "role"),
  menu: texts("選單", "菜单", "menu"),
  dict: texts("字典", "字典", "dictionary"),
  lead: texts("名單", "名单", "lead"),
  list: texts("選項", "选项", "list item"),
  target: texts("發送對象", "发送对象", "recipient list"),
  template: texts("範本", "模板", "template"),
  product: texts("產品", "产品", "product"),
  broadcast: texts("發送計劃", "发送计划", "send plan"),
  order: texts("訂單", "订单", "order"),
  billing: texts("訂閱與付款", "订阅与付款", "subscription"),
  image: texts("圖片", "图片", "image"),
  landing: texts("落地頁", "落地页", "landing page"),
  chat: texts("對話", "对话", "conversation"),
  setting: texts("設定", "设置", "setting"),
  notice: texts("公告", "公告", "notice"),
  log: texts("操作日誌", "操作日志", "audit log"),
  ...declaredAudit,
  other: texts("其他", "其他", "other"),
};

/** Kinds of subject with a name of their own; the others use the name of their module. */
const subjectTexts: Readonly<Record<string, Texts>> = {
  channel: texts("通訊帳號", "通讯账号", "messaging account"),
  lineChannel: texts("LINE 官方帳號", "LINE 官方账号", "LINE account"),
  welcome: texts("歡迎訊息", "欢迎消息", "welcome message"),
  delivery: texts("送達紀錄", "送达记录", "delivery"),
  savedView: texts("檢視", "视图", "saved view"),
  leadChannel: texts("渠道", "渠道", "lead channel"),
  chatSetting: texts("對話管理", "对话管理", "chat settings"),
  backupSetting: texts("群聊備份設定", "群聊备份设置", "group chat backup settings"),
  broadcastSetting: texts("群發設定", "群发设置", "bulk message settings"),
  leads: texts("多筆名單", "多条名单", "several leads"),
  students: texts("學員", "学员", "students"),
  import: texts("檔案", "文件", "file"),
  leadRule: texts("名單分配規則", "名单分配规则", "assignment rule"),
  absence: texts("請假", "请假", "absence"),
  assistantAgent: texts("AI 助理", "AI 助手", "assistant"),
  replyGroup: texts("快捷回覆群組", "快捷回复分组", "quick reply group"),
  quickReply: texts("快捷回覆", "快捷回复", "quick reply"),
  paymentPlatform: texts("付款平台", "支付平台", "payment platform"),
  receiptSetting: texts("收據設定", "收据设置", "receipt setting"),
  conversions: texts("Meta 回傳設定", "Meta 回传设置", "Meta feedback settings"),
  domain: texts("自訂網域", "自定义域名", "custom domain"),
  googleLeads: texts("Google 名單表單", "Google 名单表单", "Google lead forms"),
  metaConnection: texts("Meta 連接", "Meta 连接", "Meta connection"),
  volcengineConnection: texts("火山引擎連接", "火山引擎连接", "Volcengine connection"),
  lineTracking: texts("LINE 追蹤", "LINE 跟踪", "LINE tracking"),
  metaPage: texts("Meta 粉絲專頁", "Meta 公共主页", "Meta page"),
  adLead: texts("廣告名單", "广告名单", "advertisement lead"),
  emailSetting: texts("電郵設定", "邮件设置", "e-mail setting"),
  emailTemplate: texts("電郵範本", "邮件模板", "e-mail template"),
  emailStop: texts("停用的電郵地址", "停用的邮箱地址", "stopped address"),
  planOrder: texts("訂閱訂單", "订阅订单", "subscription order"),
  linkedCard: texts("付款帳戶", "付款账户", "linked payment account"),
  adService: texts("廣告服務", "广告服务", "ad service"),
  planPrice: texts("價格", "价格", "price"),
  planGrant: texts("贈送", "赠送", "gift"),
  adAccount: texts("廣告帳號", "广告账户", "ad account"),
  campaign: texts("廣告活動", "广告系列", "campaigns"),
  adset: texts("廣告組合", "广告组", "ad sets"),
  ad: texts("廣告", "广告", "ad"),
  session: texts("登入裝置", "登录设备", "session"),
};

/** What was done. `{what}`: the kind of thing, `{name}`: which one. */
const sentences: Record<AuditAction, Texts> = {
  created: texts("新增{what}{name}", "新增{what}{name}", "Added {what} {name}"),
  edited: texts("修改{what}{name}", "修改{what}{name}", "Changed {what} {name}"),
  deleted: texts("刪除{what}{name}", "删除{what}{name}", "Deleted {what} {name}"),
  bulkUndone: texts("復原{what}的變更{name}", "撤销{what}的更改{name}", "Undid a change to {what} {name}"),
  erased: texts(
    "清除{what}{name}的個人資料",
    "清除{what}{name}的个人信息",
    "Erased the personal data of {what} {name}",
  ),
  enabled: texts("啟用{what}{name}", "启用{what}{name}", "Enabled {what} {name}"),
  disabled: texts("停用{what}{name}", "停用{what}{name}", "Disabled {what} {name}"),
  granted: texts("調整{what}{name}的權限", "调整{what}{name}的权限", "Changed the permissions of {what} {name}"),
  imported: texts("匯入{what}{name}", "导入{what}{name}", "Imported {what} {name}"),
  importUndone: texts("復原{what}匯入{name}", "撤销{what}导入{name}", "Undid the import of {what} {name}"),
  exported: texts("匯出{what}{name}", "导出{what}{name}", "Exported {what} {name}"),
  handedOver: texts("交接{what}{name}", "交接{what}{name}", "Handed over {what} {name}"),
  handOverUndone: texts("復原{what}{name}的交接", "撤销{what}{name}的交接", "Undid the hand-over of {what} {name}"),
  passwordReset: texts("重設{name}的密碼", "重置{name}的密码", "Reset the password of {name}"),
  passwordChanged: texts("變更密碼", "修改密码", "Changed the password"),
  emailChanged: texts("變更登入電郵", "修改登录邮箱", "Changed the sign-in e-mail"),
  signedIn: texts("登入", "登录", "Signed in"),
  signInRefused: texts("登入被拒{name}", "登录被拒{name}", "Sign-in refused {name}"),
  signedOut: texts("登出", "退出登录", "Signed out"),
  sessionEnded: texts("登出其他裝置{name}", "退出其他设备{name}", "Signed out another device {name}"),
  twoStepEnabled: texts("啟用兩步驟驗證", "启用两步验证", "Turned on two-step sign-in"),
  twoStepDisabled: texts("停用兩步驟驗證", "停用两步验证", "Turned off two-step sign-in"),
  branchSwitched: texts("切換到分校{name}", "切换到分校{name}", "Switched to branch {name}"),
  viewedAsRole: texts("以角色{name}檢視", "以角色{name}查看", "Viewed as role {name}"),
  keyIssued: texts("建立自動登入金鑰{name}", "创建自动登录密钥{name}", "Issued a sign-in key {name}"),
  keyRevoked: texts("撤銷自動登入金鑰{name}", "撤销自动登录密钥{name}", "Revoked a sign-in key {name}"),
  published: texts("發佈{what}{name}", "发布{what}{name}", "Published {what} {name}"),
  revoked: texts("撤回{what}{name}", "撤回{what}{name}", "Withdrew {what} {name}"),
  wipeRequested: texts("申請清除{what}{name}的資料", "申请清除{what}{name}的数据", "Asked to wipe {what} {name}"),
  wipeWithdrawn: texts(
    "取消清除{what}{name}的資料",
    "取消清除{what}{name}的数据",
    "Withdrew the wipe of {what} {name}",
  ),
  wiped: texts("清除{what}{name}的資料", "清除{what}{name}的数据", "Wiped {what} {name}"),
  noted: texts("為{what}{name}新增備註", "为{what}{name}添加备注", "Added a note to {what} {name}"),
  restored: texts("復原已刪除的{what}{name}", "恢复已删除的{what}{name}", "Restored {what} {name}"),
  merged: texts("合併{what}{name}", "合并{what}{name}", "Merged {what} {name}"),
  mergeUndone: texts("復原{what}{name}的合併", "撤销{what}{name}的合并", "Undid the merge of {what} {name}"),
  resumed: texts("恢復{what}{name}的傳送", "恢复{what}{name}的发送", "Resumed sending through {what} {name}"),
  paused: texts("暫停{what}{name}", "暂停{what}{name}", "Paused {what} {name}"),
  cancelled: texts("取消{what}{name}", "取消{what}{name}", "Cancelled {what} {name}"),
  resent: texts("再次發送{what}{name}", "再次发送{what}{name}", "Sent {what} {name} again"),
  tested: texts("測試發送{what}{name}", "测试发送{what}{name}", "Sent a test of {what} {name}"),
  submitted: texts("送審{what}{name}", "提交审核{what}{name}", "Submitted {what} {name} for review"),
  synced: texts("從 WhatsApp 同步{what}{name}", "从 WhatsApp 同步{what}{name}", "Synced {what} {name} from WhatsApp"),
  rerun: texts("重新處理{what}{name}", "重新处理{what}{name}", "Processed {what} {name} again"),
  catalogueSynced: texts(
    "將{what}同步到 Facebook 目錄{name}",
    "将{what}同步到 Facebook 目录{name}",
    "Synced {what} to the Facebook catalogue {name}",
  ),
  generated: texts("產生{what}{name}", "生成{what}{name}", "Generated {what} {name}"),
  takenOffline: texts("下線{what}{name}", "下线{what}{name}", "Took {what} {name} offline"),
  splitStarted: texts(
    "開始{what}{name}的 A/B 測試",
    "开始{what}{name}的 A/B 测试",
    "Started an A/B test of {what} {name}",
  ),
  splitEnded: texts(
    "結束{what}{name}的 A/B 測試",
    "结束{what}{name}的 A/B 测试",
    "Ended the A/B test of {what} {name}",
  ),
  rolledBack: texts("還原{what}{name}的版本", "还原{what}{name}的版本", "Restored a version of {what} {name}"),
  moved: texts("調整{what}{name}的順序", "调整{what}{name}的顺序", "Moved {what} {name}"),
  confirmed: texts("確認{what}{name}的付款", "确认{what}{name}的付款", "Confirmed the payment of {what} {name}"),
  rejected: texts(
    "退回{what}{name}的付款憑證",
    "退回{what}{name}的付款凭证",
    "Rejected the payment proof of {what} {name}",
  ),
  accepted: texts(
    "將款項計入{what}{name}",
    "将款项计入{what}{name}",
    "Counted a set-aside payment towards {what} {name}",
  ),
  closedDay: texts("為{what}{name}結帳", "为{what}{name}结账", "Closed the day of {what} {name}"),
  refunded: texts("退款{what}{name}", "退款{what}{name}", "Refunded {what} {name}"),
};

/** The subject of an entry of the audit log. Names of modules and actions may be older or newer than this release. */
export interface AuditSubject {
  readonly module: string;
  readonly action: string;
  readonly subject: { readonly type: string; readonly name: string };
}

/** The sentence of an entry, with the name of its subject apart so that it can be a link; the name is empty without one. */
export function auditSentenceParts(entry: AuditSubject, language: Language): [string, string, string] {
  const pattern = (sentences as Record<string, Texts>)[entry.action]?.[language] ?? `${entry.action} {what}{name}`;
  const noun = subjectTexts[entry.subject.type] ?? (auditModuleTexts as Record<string, Texts>)[entry.module];
  const what = noun?.[language] ?? entry.module;
  // In Chinese a space goes before a Latin word.
  const spaced = language !== "en" && /^[A-Za-z]/.test(what) ? pattern.replace(/(?<=\S)\{what\}/, " {what}") : pattern;
  const [before = "", after] = spaced.replace("{what}", what).split("{name}");
  if (after === undefined) return [before, "", ""];
  const { name } = entry.subject;
  if (name === "") return [`${before.trimEnd()}${after}`, "", ""];
  return [before, language === "zh-tw" ? `「${name}」` : `“${name}”`, after];
}

/** The whole sentence of an entry. */
export function auditSentence(entry: AuditSubject, language: Language): string {
  return auditSentenceParts(entry, language).join("");
}

/** The name of an action, for a filter: its sentence without a subject. */
export function auditActionText(action: AuditAction, language: Language): string {
  const text = sentences[action][language].replace("{what}", "").replace("{name}", "").replace(/ {2,}/g, " ").trim();
  return language === "en" ? text.replace(/ (of|to|through)$/, "") : text;
}

/** Modules and actions whose sentences contain the words, for a search. */
export function auditPairsSaying(words: string, language: Language): [AuditModule, AuditAction][] {
  const wanted = words.toLowerCase();
  return auditModules.flatMap((module) =>
    auditActions
      .filter((action) =>
        auditSentence({ module, action, subject: { type: "", name: "" } }, language)
          .toLowerCase()
          .includes(wanted),
      )
      .map((action): [AuditModule, AuditAction] => [module, action]),
  );
}
