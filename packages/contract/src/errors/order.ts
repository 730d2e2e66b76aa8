import { errorGroup } from "./error-group.ts";

export const orderErrors = errorGroup("order", {
  ORDER_EXPIRED: {
    code: 100381,
    status: 409,
    texts: { "zh-tw": "訂單已逾時關閉", "zh-cn": "订单已超时关闭", en: "The order timed out and was closed" },
  },
  ORDER_STATE_CONFLICT: {
    code: 100382,
    status: 409,
    texts: {
      "zh-tw": "訂單狀態不允許此操作",
      "zh-cn": "订单状态不允许此操作",
      en: "The order state does not allow this",
    },
  },
});
