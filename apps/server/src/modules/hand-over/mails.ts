import { fillText, type Texts } from "@homeroom/contract/language";
import type { Addressee } from "#modules/accounts/public";
import type { Mail } from "#platform/mail/mail";

const subject: Texts = {
  "zh-tw": "{from} 的名單已交接給您",
  "zh-cn": "{from} 的名单已交接给您",
  en: "Leads of {from} were handed over to you",
};

const paragraphs: readonly Texts[] = [
  { "zh-tw": "{nickname}，您好：", "zh-cn": "{nickname}，您好：", en: "Hello {nickname}," },
  {
    "zh-tw": "{by} 已將 {from} 在 {organization} 負責的名單與對話交接給您，請在名單列表查看。",
    "zh-cn": "{by} 已将 {from} 在 {organization} 负责的名单与对话交接给您，请在名单列表查看。",
    en: "{by} has handed leads and conversations of {from} at {organization} over to you. You find them in your lead list.",
  },
];

/** Tells a person once that leads of somebody else are theirs now, however many. */
export function handedOverMail(to: Addressee, names: { from: string; by: string; organization: string }): Mail {
  const words = { ...names, nickname: to.nickname };
  const fill = (text: Texts) => fillText(text, to.language, words);
  return { to: to.email, language: to.language, subject: fill(subject), paragraphs: paragraphs.map(fill) };
}
