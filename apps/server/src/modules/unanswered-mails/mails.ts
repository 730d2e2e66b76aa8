import type { Language, Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";

const subject: Texts = {
  "zh-tw": "{name} 正在等待回覆",
  "zh-cn": "{name} 正在等待回复",
  en: "{name} is waiting for an answer",
};
const text: Texts = {
  "zh-tw": "客戶「{name}」的訊息已超過 {minutes} 分鐘沒有人回覆。同一位客戶 24 小時內只會通知一次。",
  "zh-cn": "客户“{name}”的消息已超过 {minutes} 分钟没有人回复。同一位客户 24 小时内只会通知一次。",
  en: "Nobody has answered {name} for {minutes} minutes. You get one such mail for a customer in 24 hours.",
};
const branchLine: Texts = { "zh-tw": "分校：{branch}", "zh-cn": "分校：{branch}", en: "Branch: {branch}" };
const button: Texts = { "zh-tw": "開啟對話", "zh-cn": "打开对话", en: "Open the conversation" };

/** Says that a customer waits. The mail contains nothing of the customer's text. */
export function unansweredMail(
  to: { email: string; language: Language },
  customer: { name: string; branch: string; minutes: number; conversationId: string },
  publicUrl: string | undefined,
): Mail {
  const { email, language } = to;
  const fill = (texts: Texts) =>
    texts[language]
      .replace("{name}", () => customer.name)
      .replace("{minutes}", String(customer.minutes))
      .replace("{branch}", () => customer.branch);
  const path = `/chat/whatsapp?conversation=${customer.conversationId}`;
  return {
    to: email,
    language,
    subject: fill(subject),
    paragraphs: [fill(text), fill(branchLine)],
    ...(publicUrl && { button: { label: button[language], address: new URL(path, publicUrl).href } }),
  };
}
