import type { Language, Texts } from "@homeroom/contract/language";
import type { NotificationKind } from "@homeroom/contract/notifications";

interface PushSubject {
  kind: NotificationKind;
  subject_id: string;
  lead_id: string | null;
  details: Readonly<Record<string, string | number>>;
}

interface PushText {
  text: Texts;
  path(subject: PushSubject): string;
}

const lead = ({ lead_id }: PushSubject) => (lead_id ? `/lead/list?lead=${lead_id}` : "/lead/list");
const conversation = ({ subject_id }: PushSubject) => `/chat/whatsapp?conversation=${subject_id}`;
const order = ({ details }: PushSubject) => `/users/order?order=${details["orderID"] ?? ""}`;
const channel = ({ details }: PushSubject) =>
  details["channelKind"] === "line" ? "/organization/line" : "/organization/whatsapp";
const home = () => "/dashboard";

/** Phones show these on lock screens, so they contain no names and no customer's words. */
const pushTexts: Readonly<Record<NotificationKind, PushText>> = {
  "lead.assigned": {
    text: { "zh-tw": "有新名單分配給您", "zh-cn": "有新名单分配给您", en: "A lead was assigned to you" },
    path: lead,
  },
  "leads.dealt": {
    text: { "zh-tw": "有一批名單分配給您", "zh-cn": "有一批名单分配给您", en: "Several leads were assigned to you" },
    path: () => "/lead/list",
  },
  "leads.waiting": {
    text: { "zh-tw": "有名單等候分配", "zh-cn": "有名单等待分配", en: "Leads are waiting to be assigned" },
    path: () => "/lead/list?unheld=yes",
  },
  "lead.reminder": {
    text: { "zh-tw": "您設定的提醒時間到了", "zh-cn": "您设置的提醒时间到了", en: "A reminder is due" },
    path: lead,
  },
  "lead.contactsDue": {
    text: { "zh-tw": "今天有名單要聯絡", "zh-cn": "今天有名单要联系", en: "There are people to contact today" },
    path: ({ details }) => `/lead/list?nextContact=,${details["day"] ?? ""}&sort=nextContactDate`,
  },
  "order.partDue": {
    text: { "zh-tw": "有訂單的分期款到期", "zh-cn": "有订单的分期款到期", en: "An instalment of an order is due" },
    path: order,
  },
  "order.paid": {
    text: { "zh-tw": "有客戶已付款", "zh-cn": "有客户已付款", en: "A customer has paid" },
    path: order,
  },
  "order.toCheck": {
    text: { "zh-tw": "有款項待核對", "zh-cn": "有款项待核对", en: "A payment needs checking" },
    path: order,
  },
  "message.received": {
    text: { "zh-tw": "客戶傳來新訊息", "zh-cn": "客户发来新消息", en: "A customer has written" },
    path: conversation,
  },
  "assistant.handedOver": {
    text: {
      "zh-tw": "AI 助理把一個對話交給您",
      "zh-cn": "AI 助手把一个对话交给您",
      en: "The assistant has handed a conversation over to you",
    },
    path: conversation,
  },
  "assistant.stopped": {
    text: { "zh-tw": "AI 助理已停止回覆", "zh-cn": "AI 助手已停止回复", en: "The assistant has stopped answering" },
    path: () => "/system/sys?tab=gpt",
  },
  "message.notSent": {
    text: { "zh-tw": "排程訊息沒有送出", "zh-cn": "定时消息没有发出", en: "A scheduled message was not sent" },
    path: conversation,
  },
  "note.mentioned": {
    text: { "zh-tw": "同事在備註中提到您", "zh-cn": "同事在备注中提到您", en: "A colleague mentioned you in a note" },
    path: conversation,
  },
  "channel.stopped": {
    text: { "zh-tw": "有通訊帳號停止傳送", "zh-cn": "有通讯账号停止发送", en: "A channel has stopped sending" },
    path: channel,
  },
  "channel.warned": {
    text: {
      "zh-tw": "WhatsApp 發出限制或警告",
      "zh-cn": "WhatsApp 发出限制或警告",
      en: "WhatsApp restricted or warned you",
    },
    path: () => "/organization/whatsapp",
  },
  "channel.refused": {
    text: {
      "zh-tw": "有通訊帳號收不到訊息",
      "zh-cn": "有通讯账号收不到消息",
      en: "A channel is not receiving messages",
    },
    path: channel,
  },
  "broadcast.stopped": {
    text: { "zh-tw": "有發送計劃停止了", "zh-cn": "有发送计划停止了", en: "A send plan has stopped" },
    path: ({ subject_id }) => `/admessage/plan/${subject_id}`,
  },
  "broadcast.limitNear": {
    text: {
      "zh-tw": "本月群發訊息接近上限",
      "zh-cn": "本月群发消息接近上限",
      en: "Broadcasts are near this month's limit",
    },
    path: () => "/admessage/setting",
  },
  "notice.published": {
    text: { "zh-tw": "有新公告", "zh-cn": "有新公告", en: "There is a new notice" },
    path: home,
  },
  "import.finished": {
    text: { "zh-tw": "匯入已完成", "zh-cn": "导入已完成", en: "Your import has finished" },
    path: ({ details, subject_id }) =>
      `/${details["kind"] === "lead" ? "lead" : "staff"}/list?import=task-${subject_id}`,
  },
  "handover.finished": {
    text: {
      "zh-tw": "同事的工作已交接給您",
      "zh-cn": "同事的工作已交接给您",
      en: "A colleague's work was handed over to you",
    },
    path: () => "/lead/list",
  },
  "role.changed": {
    text: { "zh-tw": "您的角色已變更", "zh-cn": "您的角色已变更", en: "Your role has changed" },
    path: home,
  },
  "session.newPlace": {
    text: {
      "zh-tw": "您的帳號在新地點登入",
      "zh-cn": "您的账号在新地点登录",
      en: "New sign-in to your account from a new place",
    },
    path: () => "/system/setting?tab=security",
  },
  "plan.limitNear": {
    text: {
      "zh-tw": "方案的一項上限快用完了",
      "zh-cn": "套餐的一项上限快用完了",
      en: "A limit of your plan is near",
    },
    path: () => "/system/payment",
  },
  "plan.limitReached": {
    text: { "zh-tw": "已達方案的一項上限", "zh-cn": "已达套餐的一项上限", en: "A limit of your plan is reached" },
    path: () => "/system/payment",
  },
  "plan.notRenewed": {
    text: {
      "zh-tw": "方案無法自動續訂",
      "zh-cn": "套餐无法自动续订",
      en: "Your plan cannot be renewed automatically",
    },
    path: () => "/system/payment",
  },
  "backup.late": {
    text: { "zh-tw": "最近一天沒有備份", "zh-cn": "最近一天没有备份", en: "There is no backup of the last day" },
    path: home,
  },
  "disk.filling": {
    text: {
      "zh-tw": "伺服器的磁碟即將用完",
      "zh-cn": "服务器的磁盘即将用完",
      en: "A disk of the server is almost full",
    },
    path: home,
  },
};

/** A notification's text on a phone, and the page that it opens. */
export function pushText(subject: PushSubject, language: Language): { text: string; path: string } {
  const { text, path } = pushTexts[subject.kind];
  return { text: text[language], path: path(subject) };
}
