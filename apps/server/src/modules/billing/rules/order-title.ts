import type { PaidPlan, PlanOrderKind } from "@homeroom/contract/billing";
import type { Language, Texts } from "@homeroom/contract/language";
import { adTitleIn } from "./ad-title.ts";

/** The content of an order, as stored. */
interface TitledOrder {
  readonly kind: PlanOrderKind;
  readonly plan: PaidPlan | null;
  readonly paid_months: number;
  readonly granted_months: number;
  readonly messages: number;
  /** As stored at the time of the order, in the centre's language. */
  readonly title: string;
}

/** The title of a purchase on screen, in the reader's language. Receipts keep the stored title. */
export function orderTitleIn(order: TitledOrder, language: Language): string {
  const { kind, plan, title } = order;
  if (kind === "adPlacement") return adTitleIn(title, language);
  return orderTitle({ ...order, kind, plan, days: 0 }, language);
}

interface OrderContent extends Pick<TitledOrder, "plan" | "paid_months" | "granted_months" | "messages"> {
  readonly kind: Exclude<PlanOrderKind, "adPlacement">;
  /** For an upgrade, the changed ones; 0: not shown. */
  readonly days: number;
}

/** The title of a purchase. */
export function orderTitle(titled: OrderContent, language: Language): string {
  const { kind } = titled;
  if (kind === "recharge") return topUp[language];
  if (kind === "upgrade") return upgradeTexts(titled)[language];
  return (kind === "broadcast" ? packageTexts(titled) : planTexts(titled))[language];
}

const topUp: Texts = { "zh-tw": "帳戶儲值", "zh-cn": "账户充值", en: "Account top-up" };

const planNames: Readonly<Record<PaidPlan, Texts>> = {
  basic: { "zh-tw": "基本方案", "zh-cn": "基础套餐", en: "Basic plan" },
  advanced: { "zh-tw": "進階方案", "zh-cn": "高级套餐", en: "Advanced plan" },
};
const noName: Texts = { "zh-tw": "", "zh-cn": "", en: "" };
const nameOf = (plan: PaidPlan | null) => (plan ? planNames[plan] : noName);

function upgradeTexts({ plan, days }: OrderContent): Texts {
  const name = nameOf(plan);
  const [tw, cn, en] = days > 0 ? [`（${days} 天）`, `（${days} 天）`, `, ${counted(days, "day")}`] : ["", "", ""];
  return {
    "zh-tw": `升級至${name["zh-tw"]}${tw}`,
    "zh-cn": `升级至${name["zh-cn"]}${cn}`,
    en: `Upgrade to ${name.en}${en}`,
  };
}

function packageTexts({ messages }: OrderContent): Texts {
  const count = messages.toLocaleString("en");
  return {
    "zh-tw": `群發套餐 ${count} 則訊息`,
    "zh-cn": `群发套餐 ${count} 条消息`,
    en: `${count} broadcast messages`,
  };
}

function planTexts({ plan, paid_months: paid, granted_months: granted }: OrderContent): Texts {
  const name = nameOf(plan);
  const more = granted - paid;
  return {
    "zh-tw": `${name["zh-tw"]} ${paid} 個月${more > 0 ? `（送 ${more} 個月）` : ""}`,
    "zh-cn": `${name["zh-cn"]} ${paid} 个月${more > 0 ? `（送 ${more} 个月）` : ""}`,
    en: `${name.en}, ${counted(paid, "month")}${more > 0 ? ` (+${more} free)` : ""}`,
  };
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
