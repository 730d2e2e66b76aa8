import type { Language } from "@homeroom/contract/language";

/** What a test message says. */
export function testWords(language: Language, branch: string): { subject: string; paragraphs: string[] } {
  const words: Record<Language, { subject: string; paragraphs: string[] }> = {
    "zh-tw": {
      subject: `${branch}：測試電郵`,
      paragraphs: ["收到這封信，表示電郵設定可以寄信。", "回到電郵設定按「儲存」即可使用。"],
    },
    "zh-cn": {
      subject: `${branch}：测试邮件`,
      paragraphs: ["收到这封邮件，说明邮件设置可以发信。", "回到邮件设置点击“保存”即可使用。"],
    },
    en: {
      subject: `${branch}: test e-mail`,
      paragraphs: ["This message shows that the e-mail settings work.", "Go back to the settings and save them."],
    },
  };
  return words[language];
}
