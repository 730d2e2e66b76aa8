import type { Language, Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";

/** A lead in the mail; without a sales person it waits for an owner. */
interface NamedLead {
  leadName: string;
  salesName: string;
}

const given: Readonly<Record<"subject" | "text", Texts>> = {
  subject: { "zh-tw": "{n} 筆新名單已分配", "zh-cn": "{n} 条新名单已分配", en: "New leads assigned: {n}" },
  text: {
    "zh-tw": "以下名單已依分配規則交給業務：",
    "zh-cn": "以下名单已按分配规则交给销售：",
    en: "These leads were assigned by an assignment rule:",
  },
};

const waiting: Readonly<Record<"subject" | "text", Texts>> = {
  subject: { "zh-tw": "{n} 筆新名單等待分配", "zh-cn": "{n} 条新名单等待分配", en: "New leads to assign: {n}" },
  text: {
    "zh-tw": "以下名單還沒有業務負責，請到名單列表分配：",
    "zh-cn": "以下名单还没有销售负责，请到名单列表分配：",
    en: "These leads are not assigned to anybody yet. Please assign them in the lead list:",
  },
};

const more: Texts = { "zh-tw": "以及其他 {n} 筆。", "zh-cn": "以及其他 {n} 条。", en: "And {n} more." };
const button: Texts = { "zh-tw": "開啟名單", "zh-cn": "打开名单", en: "Open the leads" };

/** The mail about a rule's leads since the last such mail; only the first of many are named. */
export function assignmentsMail(
  to: { email: string; language: Language },
  news: { leads: readonly NamedLead[]; total: number; isWaiting: boolean },
  publicUrl: string | undefined,
): Mail {
  const { email, language } = to;
  const words = news.isWaiting ? waiting : given;
  const fill = (texts: Texts, n: number) => texts[language].replace("{n}", String(n));
  const lines = news.leads.map(({ leadName, salesName }) => (salesName ? `${leadName} → ${salesName}` : leadName));
  const others = news.total - news.leads.length;
  return {
    to: email,
    language,
    subject: fill(words.subject, news.total),
    paragraphs: [words.text[language], ...lines, ...(others > 0 ? [fill(more, others)] : [])],
    ...(publicUrl && { button: { label: button[language], address: new URL("/lead/list", publicUrl).href } }),
  };
}
