import { expect, it } from "vitest";
import en from "./en/route.json" with { type: "json" };
import simplified from "./zh-cn/route.json" with { type: "json" };
import traditional from "./zh-tw/route.json" with { type: "json" };

/**
 * The specification's name of each screen, used by the menu, the tabs and the browser's title. Two are our own: LINE is
 * among the conversations too, and "Subscription and payment" is wider than the sidebar.
 */
const titles: readonly (readonly [key: string, tw: string, cn: string, en: string])[] = [
  ["dashboard", "首頁", "首页", "Dashboard"],
  ["lead", "名單管理", "名单管理", "Leads"],
  ["leadList", "名單列表", "名单列表", "Lead list"],
  ["leadEdit", "編輯名單", "编辑名单", "Edit lead"],
  ["leadSetting", "名單設定", "名单设置", "Lead settings"],
  ["leadRules", "名單分配規則", "名单分配规则", "Lead assignment rules"],
  ["chat", "對話", "对话", "Chat"],
  ["whatsappChat", "對話", "对话", "Conversations"],
  ["adMessage", "群發訊息", "群发消息", "Bulk messages"],
  ["sendTargets", "發送對象", "发送对象", "Send targets"],
  ["sendPlans", "發送計劃", "发送计划", "Send plans"],
  ["sendPlanDetail", "計劃詳情", "计划详情", "Plan detail"],
  ["messageTemplates", "訊息範本", "消息模板", "Message templates"],
  ["bulkMessageSetting", "群發設定", "群发设置", "Bulk message settings"],
  ["users", "學員", "学员", "Students"],
  ["userList", "學員列表", "学员列表", "Student list"],
  ["userOrder", "產品銷售", "产品销售", "Product sales"],
  ["teacherList", "教師列表", "教师列表", "Teacher list"],
  ["fee", "產品目錄", "产品目录", "Product catalogue"],
  ["advert", "廣告", "广告", "Advertising"],
  ["landingPage", "落地頁", "落地页", "Landing pages"],
  ["landingPageEdit", "編輯落地頁", "编辑落地页", "Edit landing page"],
  ["metaCampaign", "Meta 廣告活動", "Meta 广告系列", "Meta campaigns"],
  ["metaAdset", "廣告組合", "广告组", "Ad sets"],
  ["metaAd", "廣告", "广告", "Ads"],
  ["volcengine", "火山引擎", "火山引擎", "Volcengine"],
  ["aiMedia", "AI 素材庫", "AI 素材库", "AI media library"],
  ["adsTopup", "廣告投放儲值", "广告投放充值", "Ad placement top-up"],
  ["staff", "員工", "员工", "Staff"],
  ["staffAccounts", "員工帳號", "员工账号", "Staff accounts"],
  ["staffEdit", "編輯員工", "编辑员工", "Edit staff"],
  ["role", "角色與權限設定", "角色与权限设置", "Roles and permissions"],
  ["roleInfo", "角色詳情", "角色详情", "Role detail"],
  ["organization", "機構設定", "机构设置", "Organisation settings"],
  ["mediaEdit", "渠道設定", "渠道设置", "Channels"],
  ["customField", "自訂欄位", "自定义字段", "Custom fields"],
  ["orgWhatsapp", "WhatsApp 設定", "WhatsApp 设置", "WhatsApp"],
  ["orgLine", "LINE 設定", "LINE 设置", "LINE"],
  ["orgFacebook", "Meta 設定", "Meta 设置", "Meta"],
  ["orgGoogle", "Google UTM", "Google UTM", "Google UTM"],
  ["orgEmail", "電郵設定", "邮件设置", "E-mail"],
  ["chatManage", "對話管理", "对话管理", "Chat management"],
  ["quickReply", "快捷回覆", "快捷回复", "Quick replies"],
  ["system", "系統", "系统", "System"],
  ["systemOptions", "系統選項", "系统选项", "System options"],
  ["accountSetting", "帳號設定", "账号设置", "Account settings"],
  ["branch", "分校管理", "分校管理", "Branches"],
  ["payment", "訂閱與付款", "订阅与付款", "Plans and payment"],
  ["systemUser", "帳號管理", "账号管理", "Accounts"],
  ["menuList", "選單列表", "菜单列表", "Menu list"],
  ["dict", "字典管理", "字典管理", "Dictionary"],
  ["log", "操作日誌", "操作日志", "Audit log"],
  ["document", "使用說明", "使用说明", "Documents"],
  ["login", "登入", "登录", "Sign in"],
  ["register", "註冊", "注册", "Register"],
  ["forgotPassword", "忘記密碼", "忘记密码", "Forgot password"],
  ["pay", "付款", "付款", "Payment"],
  ["gptChat", "AI 對話", "AI 对话", "AI chat"],
  ["googleLead", "Google 名單", "Google 名单", "Google lead form"],
  ["landingPreview", "落地頁預覽", "落地页预览", "Landing page preview"],
];

it.each(titles)("the title of %s is the one of the specification", (key, tw, cn, inEnglish) => {
  expect([traditional, simplified, en].map((texts) => (texts as Record<string, string>)[key])).toEqual([
    tw,
    cn,
    inEnglish,
  ]);
});
