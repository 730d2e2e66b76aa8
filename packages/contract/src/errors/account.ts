import { errorGroup } from "./error-group.ts";

export const accountErrors = errorGroup("account", {
  ACCOUNT_WRONG_CURRENT_PASSWORD: {
    code: 100009,
    status: 422,
    texts: { "zh-tw": "目前密碼錯誤", "zh-cn": "当前密码错误", en: "The current password is wrong" },
  },
  ACCOUNT_PASSWORD_UNCHANGED: {
    code: 100371,
    status: 422,
    texts: {
      "zh-tw": "新密碼不可與目前的密碼相同",
      "zh-cn": "新密码不能与当前密码相同",
      en: "The new password is the same as the current one",
    },
  },
  ACCOUNT_PASSWORD_CHANGE_REQUIRED: {
    code: 100372,
    status: 403,
    texts: {
      "zh-tw": "請先更改初始密碼",
      "zh-cn": "请先修改初始密码",
      en: "Change the initial password first",
    },
  },
  ACCOUNT_TWO_STEP_REQUIRED: {
    code: 100373,
    status: 403,
    texts: {
      "zh-tw": "您的機構要求先啟用兩步驟驗證",
      "zh-cn": "您的机构要求先启用两步验证",
      en: "Your organisation asks you to turn on two-step sign-in first",
    },
  },
  ACCOUNT_TWO_STEP_WRONG_CODE: {
    code: 100374,
    status: 422,
    texts: {
      "zh-tw": "驗證碼不正確或已使用過",
      "zh-cn": "验证码不正确或已使用过",
      en: "The code is wrong or has been used",
    },
  },
  ACCOUNT_TWO_STEP_ALREADY_ON: {
    code: 100375,
    status: 409,
    texts: {
      "zh-tw": "兩步驟驗證已經啟用",
      "zh-cn": "两步验证已经启用",
      en: "Two-step sign-in is already on",
    },
  },
  ACCOUNT_TWO_STEP_NOT_ON: {
    code: 100376,
    status: 409,
    texts: {
      "zh-tw": "兩步驟驗證尚未啟用",
      "zh-cn": "两步验证尚未启用",
      en: "Two-step sign-in is not on",
    },
  },
  ACCOUNT_TWO_STEP_DEMANDED: {
    code: 100377,
    status: 409,
    texts: {
      "zh-tw": "您的機構要求使用兩步驟驗證，不可停用",
      "zh-cn": "您的机构要求使用两步验证，不能停用",
      en: "Your organisation requires two-step sign-in, so it stays on",
    },
  },
  ACCOUNT_EMAIL_UNCHANGED: {
    code: 100378,
    status: 422,
    texts: {
      "zh-tw": "這就是目前使用的電郵",
      "zh-cn": "这就是当前使用的邮箱",
      en: "This is already your e-mail address",
    },
  },
  WIPE_PHRASE_MISMATCH: {
    code: 100365,
    status: 422,
    texts: { "zh-tw": "請輸入「永久刪除」", "zh-cn": "请输入“永久刪除”", en: "Type 永久刪除 to confirm" },
  },
});
