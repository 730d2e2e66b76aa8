import type { FormField } from "./sections.ts";

/** The page's built-in texts, in its language. */
export interface PageWords {
  readonly fields: Readonly<Record<FormField, string>>;
  readonly send: string;
  readonly sending: string;
  readonly thanks: string;
  /** Shown below a form that could not be sent. */
  readonly failed: string;
  /** Shown while it is retried automatically. */
  readonly waiting: string;
  readonly contact: string;
  readonly openMap: string;
  readonly usualPrice: string;
  readonly days: string;
  readonly hours: string;
  readonly minutes: string;
  readonly seconds: string;
  readonly back: string;
  readonly untitled: string;
  readonly gone: string;
  readonly missing: string;
  /** Shown when the link to a draft has expired. */
  readonly previewEnded: string;
  /** The text before the code in a visitor's first message. */
  readonly reference: string;
  readonly badPhone: string;
  readonly badEmail: string;
  readonly noContact: string;
  readonly noName: string;
  readonly tooLong: string;
  readonly tooMany: string;
  /** Shown while LINE is asked who pressed the button. */
  readonly opensChat: string;
  readonly toChat: string;
}

export const pageWords = {
  "zh-tw": {
    fields: { name: "姓名", phone: "電話", email: "電郵", child: "學員姓名", age: "年齡", message: "留言" },
    send: "送出",
    sending: "傳送中",
    thanks: "已收到你的資料，我們會盡快與你聯絡。",
    failed: "暫時無法送出，請再試一次。",
    waiting: "暫時無法送出。你填的資料還在，我們會自動再試，請先不要關閉這個頁面。",
    contact: "立即查詢",
    openMap: "在地圖開啟",
    usualPrice: "原價",
    days: "天",
    hours: "時",
    minutes: "分",
    seconds: "秒",
    back: "返回頁面",
    untitled: "落地頁",
    gone: "這個頁面已下線。",
    missing: "找不到這個頁面。",
    previewEnded: "這個預覽連結已失效，請向傳給你的人索取新的連結。",
    reference: "查詢編號",
    badPhone: "請檢查電話號碼。",
    badEmail: "請檢查電郵。",
    noContact: "請填寫電話或電郵。",
    noName: "請填寫姓名。",
    tooLong: "內容太長，請縮短後再送出。",
    tooMany: "送出次數太多，請稍後再試。",
    opensChat: "正在開啟 LINE 對話",
    toChat: "前往 LINE 對話",
  },
  "zh-cn": {
    fields: { name: "姓名", phone: "电话", email: "邮箱", child: "学员姓名", age: "年龄", message: "留言" },
    send: "提交",
    sending: "提交中",
    thanks: "已收到你的信息，我们会尽快与你联系。",
    failed: "暂时无法提交，请再试一次。",
    waiting: "暂时无法提交。你填的内容还在，我们会自动重试，请先不要关闭这个页面。",
    contact: "立即咨询",
    openMap: "在地图打开",
    usualPrice: "原价",
    days: "天",
    hours: "时",
    minutes: "分",
    seconds: "秒",
    back: "返回页面",
    untitled: "落地页",
    gone: "这个页面已下线。",
    missing: "找不到这个页面。",
    previewEnded: "这个预览链接已失效，请向发给你的人索取新的链接。",
    reference: "咨询编号",
    badPhone: "请检查电话号码。",
    badEmail: "请检查邮箱。",
    noContact: "请填写电话或邮箱。",
    noName: "请填写姓名。",
    tooLong: "内容太长，请缩短后再提交。",
    tooMany: "提交次数太多，请稍后再试。",
    opensChat: "正在打开 LINE 对话",
    toChat: "前往 LINE 对话",
  },
  en: {
    fields: { name: "Name", phone: "Phone", email: "E-mail", child: "Student's name", age: "Age", message: "Message" },
    send: "Send",
    sending: "Sending",
    thanks: "We have received your details and will contact you soon.",
    failed: "It could not be sent. Please try again.",
    waiting:
      "It could not be sent yet. Your answers are kept and sent again automatically: please leave this page open.",
    contact: "Ask us",
    openMap: "Open in maps",
    usualPrice: "Usual price",
    days: "days",
    hours: "hours",
    minutes: "minutes",
    seconds: "seconds",
    back: "Back to the page",
    untitled: "Landing page",
    gone: "This page is offline.",
    missing: "There is no such page.",
    previewEnded: "This preview link no longer works. Please ask the person who sent it for a new one.",
    reference: "Reference",
    badPhone: "Please check the phone number.",
    badEmail: "Please check the e-mail.",
    noContact: "Please give a phone number or an e-mail.",
    noName: "Please give a name.",
    tooLong: "This is too long. Please shorten it and send it again.",
    tooMany: "Too many attempts. Please try again later.",
    opensChat: "Opening the LINE chat",
    toChat: "Go to the LINE chat",
  },
} as const satisfies Record<string, PageWords>;
