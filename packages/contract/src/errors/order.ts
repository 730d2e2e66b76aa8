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
  DISCOUNT_OVER_LIMIT: {
    code: 100390,
    status: 422,
    texts: {
      "zh-tw": "您最多可給 {percent}% 的折扣，更多請由權限較高的同事處理",
      "zh-cn": "您最多可给 {percent}% 的折扣，更多请由权限较高的同事处理",
      en: "You can give a discount of {percent}% at most; ask a colleague with a higher limit",
    },
  },
  DISCOUNT_OVER_PRICE: {
    code: 100395,
    status: 422,
    texts: {
      "zh-tw": "折扣不可超過項目的總額 {amount}",
      "zh-cn": "折扣不能超过项目的总额 {amount}",
      en: "The discount cannot be more than the price of the items: {amount}",
    },
  },
  ORDER_PRICE_CHANGED: {
    code: 100399,
    status: 409,
    texts: {
      "zh-tw": "價格剛有變動，現在總計 {amount}；訂單尚未建立，請確認後再建立一次",
      "zh-cn": "价格刚有变动，现在总计 {amount}；订单尚未创建，请确认后再创建一次",
      en: "A price has just changed: the total is now {amount}. No order was created; check the total and create the order again",
    },
  },
  FREE_LINE_OVER_LIMIT: {
    code: 100394,
    status: 422,
    texts: {
      "zh-tw": "您的折扣有上限，只能銷售產品目錄中的產品；其他項目請由沒有上限的同事處理",
      "zh-cn": "您的折扣有上限，只能销售产品目录中的产品；其他项目请由没有上限的同事处理",
      en: "Your discounts are limited, so you can only sell products from the catalogue; ask a colleague without a limit to sell anything else",
    },
  },
  REFUND_IN_PROGRESS: {
    code: 100393,
    status: 409,
    texts: {
      "zh-tw": "付款平台正在處理這筆訂單的退款，請等候結果",
      "zh-cn": "支付平台正在处理这笔订单的退款，请等待结果",
      en: "The payment platform is processing a refund of this order; please wait for the result",
    },
  },
  RECEIPT_NOT_MAILED: {
    code: 100391,
    status: 409,
    texts: {
      "zh-tw": "收據未能寄出，請檢查分校的電郵設定",
      "zh-cn": "收据未能发出，请检查分校的邮件设置",
      en: "The receipt could not be sent by e-mail. Check the branch's e-mail settings",
    },
  },
  TRANSFER_BOOKED_BEFORE: {
    code: 100388,
    status: 409,
    texts: {
      "zh-tw": "這張圖片或這個轉帳編號已入帳過，請確認是否重複",
      "zh-cn": "这张图片或这个转账编号已入账，请确认是否重复",
      en: "This picture or reference has been booked before; please check that it is not a duplicate",
    },
  },
  STATEMENT_NOT_READABLE: {
    code: 100389,
    status: 422,
    texts: {
      "zh-tw": "找不到日期與存入金額的欄位，請確認這是銀行明細",
      "zh-cn": "找不到日期与存入金额的列，请确认这是银行流水",
      en: "No columns with dates and deposits were found; please check that this is a bank statement",
    },
  },
});
