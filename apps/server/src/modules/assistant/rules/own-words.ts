import type { Language } from "@homeroom/contract/language";

/** Sent to a customer who is handed to a person, if the centre has not written its own text. */
const handOverTexts: Readonly<Record<Language, string>> = {
  "zh-tw": "收到，稍後由專人為您回覆，謝謝。",
  "zh-cn": "收到，稍后由人工客服为您回复，谢谢。",
  en: "Thank you. One of our team will get back to you shortly.",
};

/** In the language that the customer writes in, as far as the script tells. */
export function handOverTextFor(written: string): string {
  if (!/\p{Script=Han}/u.test(written)) return handOverTexts.en;
  return /[这们请问题时间费报课学员么吗为谁说话电号]/.test(written) ? handOverTexts["zh-cn"] : handOverTexts["zh-tw"];
}
