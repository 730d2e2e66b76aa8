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
  TRANSFER_BOOKED_BEFORE: {
    code: 100388,
    status: 409,
    texts: {
      "zh-tw": "這張圖片或這個轉帳編號已入帳過，請確認是否重複",
      "zh-cn": "这张图片或这个转账编号已入账，请确认是否重复",
      en: "This picture or reference was booked before; please check that it is not a duplicate",
    },
  },
  STATEMENT_NOT_READABLE: {
    code: 100389,
    status: 422,
    texts: {
      "zh-tw": "找不到日期與存入金額的欄位，請確認這是銀行明細",
      "zh-cn": "找不到日期与存入金额的列，请确认这是银行流水",
      en: "No columns of dates and deposits were found; please check that this is a bank statement",
    },
  },
});
