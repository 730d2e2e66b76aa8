import { errorGroup } from "./error-group.ts";

export const paymentErrors = errorGroup("payment", {
  TOPUP_AMOUNT_INVALID: {
    code: 100383,
    status: 422,
    texts: { "zh-tw": "儲值金額不符合規則", "zh-cn": "充值金额不符合规则", en: "The top-up amount breaks the rule" },
  },
  PAYMENT_PLATFORM_FAILED: {
    code: 100385,
    status: 502,
    texts: {
      "zh-tw": "付款平台沒有回應，請稍後再試",
      "zh-cn": "支付平台没有响应，请稍后再试",
      en: "The payment platform did not answer; please try again later",
    },
  },
  MEMBERSHIP_EXPIRED: {
    code: 100384,
    status: 409,
    texts: { "zh-tw": "方案已到期，請續訂", "zh-cn": "套餐已到期，请续订", en: "The plan has expired; please renew" },
  },
});
