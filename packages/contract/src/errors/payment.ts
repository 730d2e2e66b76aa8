import { errorGroup } from "./error-group.ts";

export const paymentErrors = errorGroup("payment", {
  TOPUP_AMOUNT_INVALID: {
    code: 100383,
    status: 422,
    texts: {
      "zh-tw": "充值金額不符合規則",
      "zh-cn": "充值金额不符合规则",
      en: "The top-up amount does not follow the rules",
    },
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
  PAYMENT_REFUSED: {
    code: 100392,
    status: 409,
    texts: {
      "zh-tw": "這個付款方式目前不能使用，請改用其他方式，或聯絡課程中心",
      "zh-cn": "这个付款方式目前不能使用，请改用其他方式，或联系课程中心",
      en: "This payment method is not available at the moment; please choose another, or contact the centre",
    },
  },
  PLAN_LIMIT_REACHED: {
    code: 100386,
    status: 409,
    texts: {
      "zh-tw": "目前方案最多 {n} 個，已達上限。請先停用不需要的，或請管理員升級方案",
      "zh-cn": "当前套餐最多 {n} 个，已达上限。请先停用不需要的，或请管理员升级套餐",
      en: "The plan allows {n}, and all are in use. Disable one that you do not need, or ask an administrator to upgrade",
    },
  },
  STORAGE_FULL: {
    code: 100387,
    status: 409,
    texts: {
      "zh-tw": "儲存空間已滿，請刪除不用的檔案，或請管理員升級方案",
      "zh-cn": "存储空间已满，请删除不用的文件，或请管理员升级套餐",
      en: "The storage is full. Delete files, or ask an administrator to upgrade the plan",
    },
  },
  MEMBERSHIP_EXPIRED: {
    code: 100384,
    status: 409,
    texts: { "zh-tw": "方案已到期，請續訂", "zh-cn": "套餐已到期，请续订", en: "The plan has expired; please renew" },
  },
});
