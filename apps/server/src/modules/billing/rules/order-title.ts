import { defaultLanguage, type Language, languages, type Texts } from "@homeroom/contract/language";
import type { Quote } from "./quote.ts";

const planNames: Record<"basic" | "advanced", Texts> = {
  basic: { "zh-tw": "基本方案", "zh-cn": "基本套餐", en: "Basic plan" },
  advanced: { "zh-tw": "進階方案", "zh-cn": "进阶套餐", en: "Advanced plan" },
};

/** What a purchase is called on its order and its receipt. */
export function orderTitle(quote: Quote, locale: string): string {
  const language: Language = languages.find((one) => one === locale) ?? defaultLanguage;
  return textsOf(quote, language)[language];
}

function textsOf({ kind, plan, price, days, messages }: Quote, language: Language): Texts {
  const name = plan ? planNames[plan][language] : "";
  const paid = price?.paidMonths ?? 0;
  const more = (price?.grantedMonths ?? 0) - paid;
  if (kind === "upgrade")
    return {
      "zh-tw": `升級至${name}（${days} 天）`,
      "zh-cn": `升级至${name}（${days} 天）`,
      en: `Upgrade to ${name}, ${days} days`,
    };
  if (kind === "recharge") return { "zh-tw": "帳戶儲值", "zh-cn": "账户充值", en: "Account top-up" };
  if (kind === "broadcast") {
    const count = messages.toLocaleString("en");
    return {
      "zh-tw": `群發套餐 ${count} 則訊息`,
      "zh-cn": `群发套餐 ${count} 条消息`,
      en: `Broadcast package, ${count} messages`,
    };
  }
  const extra = more > 0;
  return {
    "zh-tw": `${name} ${paid} 個月${extra ? `（送 ${more} 個月）` : ""}`,
    "zh-cn": `${name} ${paid} 个月${extra ? `（送 ${more} 个月）` : ""}`,
    en: `${name}, ${paid} months${extra ? ` (${more} more free)` : ""}`,
  };
}
