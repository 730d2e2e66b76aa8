import { errorGroup } from "./error-group.ts";

export const systemErrors = errorGroup("system", {
  GROUP_NAME_DUPLICATE: {
    code: 100014,
    status: 409,
    texts: { "zh-tw": "群組名稱重複", "zh-cn": "分组名称重复", en: "Duplicate group name" },
  },
  GPT_API_KEY_IN_USE: {
    code: 100016,
    status: 409,
    texts: { "zh-tw": "API 金鑰已被使用", "zh-cn": "API 密钥已被使用", en: "The API key is in use" },
  },
  GPT_ASSISTANT_ID_IN_USE: {
    code: 100017,
    status: 409,
    texts: { "zh-tw": "助理 ID 已被使用", "zh-cn": "助手 ID 已被使用", en: "The assistant ID is in use" },
  },
  TEST_IDENTITY_NOT_VERIFIED: {
    code: 100018,
    status: 409,
    texts: { "zh-tw": "測試前請先驗證身分", "zh-cn": "测试前请先验证身份", en: "Verify your identity before testing" },
  },
  LINE_NOT_CONFIGURED: {
    code: 100019,
    status: 503,
    texts: { "zh-tw": "尚未設定 LINE", "zh-cn": "尚未配置 LINE", en: "LINE is not configured" },
  },
  WELCOME_MESSAGE_MISSING: {
    code: 100020,
    status: 409,
    texts: { "zh-tw": "尚未設定歡迎訊息", "zh-cn": "尚未设置欢迎消息", en: "There is no welcome message" },
  },
  WELCOME_TOO_MANY_PARTS: {
    code: 100323,
    status: 422,
    texts: {
      "zh-tw": "最多 5 段內容、4 個按鈕",
      "zh-cn": "最多 5 段内容、4 个按钮",
      en: "At most 5 segments and 4 buttons",
    },
  },
});
