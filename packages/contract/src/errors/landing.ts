import { errorGroup } from "./error-group.ts";

export const landingErrors = errorGroup("landing", {
  LANDING_NAME_TAKEN: {
    code: 100021,
    status: 409,
    texts: { "zh-tw": "名稱已被使用", "zh-cn": "名称已被使用", en: "The name is taken" },
  },
  LANDING_WEBHOOK_FAILED: {
    code: 100022,
    status: 502,
    texts: { "zh-tw": "Webhook 多次呼叫失敗", "zh-cn": "Webhook 多次调用失败", en: "The webhook failed repeatedly" },
  },
  LANDING_PUBLISH_ERROR: {
    code: 100023,
    status: 500,
    texts: { "zh-tw": "伺服器發佈失敗", "zh-cn": "服务器发布失败", en: "The server could not publish the page" },
  },
  LANDING_LINK_NAME_EXISTS: {
    code: 100024,
    status: 409,
    texts: { "zh-tw": "連結名稱已存在", "zh-cn": "链接名称已存在", en: "The link name already exists" },
  },
  LANDING_LINE_TRACKING_NOT_CONFIGURED: {
    code: 100027,
    status: 503,
    texts: {
      "zh-tw": "尚未設定 LINE 追蹤 API",
      "zh-cn": "尚未配置 LINE 跟踪 API",
      en: "The LINE tracking API is not configured",
    },
  },
  LANDING_TRACKING_CODE_REQUIRED: {
    code: 100424,
    status: 422,
    texts: {
      "zh-tw": "請先在設定填寫追蹤程式碼，或註明不使用",
      "zh-cn": "请先在设置填写跟踪代码，或注明不使用",
      en: "Enter the tracking code in the settings first, or choose “No tracking code”",
    },
  },
  LANDING_CATEGORY_REQUIRED: {
    code: 100425,
    status: 422,
    texts: {
      "zh-tw": "請先在設定選擇分類",
      "zh-cn": "请先在设置选择分类",
      en: "Choose a category in the settings first",
    },
  },
  LANDING_SPLIT_NEEDS_CHANGE: {
    code: 100423,
    status: 409,
    texts: {
      "zh-tw": "先發佈頁面並修改草稿，才能進行 A/B 測試",
      "zh-cn": "先发布页面并修改草稿，才能进行 A/B 测试",
      en: "Before an A/B test, publish the page and change its draft",
    },
  },
  LANDING_URL_NAME_INVALID: {
    code: 100421,
    status: 422,
    texts: { "zh-tw": "網址名稱格式錯誤", "zh-cn": "网址名称格式错误", en: "The URL name is not valid" },
  },
  LANDING_URL_NAME_LOCKED: {
    code: 100421,
    status: 409,
    texts: {
      "zh-tw": "發佈後不可修改網址名稱",
      "zh-cn": "发布后不能修改网址名称",
      en: "The URL name cannot be changed after publishing",
    },
  },
});
