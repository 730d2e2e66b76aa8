import { type PlanUse, planUses } from "@homeroom/contract/billing";
import { fillText, type Language, type Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";
import { mailTexts, type NotificationFacts, planNotOnSale } from "./mail-texts.ts";

/** The limited resource of a plan, by `details.use`. */
const uses: Record<PlanUse, Texts> = {
  storage: { "zh-tw": "儲存空間", "zh-cn": "存储空间", en: "storage" },
  messages: { "zh-tw": "群發訊息套餐", "zh-cn": "群发消息套餐", en: "broadcast messages" },
  images: { "zh-tw": "本月 AI 圖片", "zh-cn": "本月 AI 图片", en: "AI images this month" },
  staff: { "zh-tw": "員工帳號", "zh-cn": "员工账号", en: "staff accounts" },
  branches: { "zh-tw": "分校", "zh-cn": "分校", en: "branches" },
};

const whyMailed: Texts = {
  "zh-tw": "您可以在「帳號設定」的通知頁選擇要收到哪些電郵。",
  "zh-cn": "您可以在“账号设置”的通知页选择要收到哪些邮件。",
  en: "You can choose which e-mails you get under Notifications in your account settings.",
};

/** The mail about a notification that a person has not read in the app. */
export function notificationMail(
  person: { email: string; language: Language },
  told: NotificationFacts,
  publicUrl: string | undefined,
): Mail {
  const { email, language } = person;
  const said = told.details["problem"] === "notOnSale" ? planNotOnSale : mailTexts[told.kind];
  if (!said) throw new Error(`There is no mail for ${told.kind}`);
  const use = planUses.find((one) => one === told.details["use"]);
  const named: Readonly<Record<string, string | number>> = {
    ...told.details,
    name: told.leadName,
    ...(use && { use: uses[use][language] }),
  };
  const fill = (texts: Texts) => fillText(texts, language, named);
  return {
    to: email,
    language,
    subject: fill(said.subject),
    paragraphs: [fill(said.text), whyMailed[language]],
    ...(publicUrl && { button: { label: said.button[language], address: new URL(said.path(told), publicUrl).href } }),
  };
}
