import { errorGroup } from "./error-group.ts";

export const paymentErrors = errorGroup("payment", {
  TOPUP_AMOUNT_INVALID: {
    code: 100383,
    status: 422,
    texts: { "zh-tw": "儲值金額不符合規則", "zh-cn": "充值金额不符合规则", en: "The top-up amount breaks the rule" },
  },
  MEMBERSHIP_EXPIRED: {
    code: 100384,
    status: 409,
    texts: { "zh-tw": "方案已到期，請續訂", "zh-cn": "套餐已到期，请续订", en: "The plan has expired; please renew" },
  },
});
