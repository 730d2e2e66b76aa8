import { errorGroup } from "./error-group.ts";

export const accountErrors = errorGroup("account", {
  ACCOUNT_WRONG_CURRENT_PASSWORD: {
    code: 100009,
    status: 422,
    texts: { "zh-tw": "目前密碼錯誤", "zh-cn": "当前密码错误", en: "The current password is wrong" },
  },
  WIPE_PHRASE_MISMATCH: {
    code: 100365,
    status: 422,
    texts: { "zh-tw": "請輸入「永久刪除」", "zh-cn": "请输入“永久刪除”", en: "Type 永久刪除 to confirm" },
  },
});
