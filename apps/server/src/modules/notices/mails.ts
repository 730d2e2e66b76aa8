import type { Language, Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";
import { plainText } from "./rules/content.ts";

const subject: Texts = { "zh-tw": "公告：{title}", "zh-cn": "公告：{title}", en: "Notice: {title}" };
const open: Texts = { "zh-tw": "開啟公告", "zh-cn": "打开公告", en: "Open the notice" };
const longest = 1000;

/** A notice as a mail: its words, and the way to it. */
export function noticeMail(
  person: { email: string; language: Language },
  notice: { notice_id: string; title: string; content: string },
  publicUrl: string | undefined,
): Mail {
  const { email, language } = person;
  const text = plainText(notice.content);
  const address = publicUrl && new URL(`/dashboard?notice=${notice.notice_id}`, publicUrl).href;
  return {
    to: email,
    language,
    subject: subject[language].replace("{title}", () => notice.title),
    paragraphs: [notice.title, text.length > longest ? `${text.slice(0, longest)}…` : text],
    ...(address && { button: { label: open[language], address } }),
  };
}
