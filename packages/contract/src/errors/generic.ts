import { errorGroup } from "./error-group.ts";

export const commonErrors = errorGroup("common", {
  SYSTEM_ERROR: {
    code: 0,
    status: 500,
    texts: {
      "zh-tw": "系統錯誤，請稍後再試",
      "zh-cn": "系统错误，请稍后再试",
      en: "System error, please try again later",
    },
  },
  NETWORK_ERROR: {
    code: null,
    status: null,
    texts: { "zh-tw": "網路錯誤，請重試！", "zh-cn": "网络错误，请重试！", en: "Network error, please try again!" },
  },
  COPY_FAILED: {
    code: null,
    status: null,
    texts: { "zh-tw": "複製失敗", "zh-cn": "复制失败", en: "Copy failed" },
  },
  TEST_FAILED: {
    code: null,
    status: null,
    texts: { "zh-tw": "測試失敗", "zh-cn": "测试失败", en: "Test failed" },
  },
  USER_INFO_EMPTY: {
    code: null,
    status: null,
    texts: {
      "zh-tw": "驗證失敗，請重新登入",
      "zh-cn": "验证失败，请重新登录",
      en: "Verification failed, please Login again.",
    },
  },
  USER_ROLES_MISSING: {
    code: null,
    status: null,
    texts: { "zh-tw": "帳號沒有任何角色", "zh-cn": "账号没有任何角色", en: "The account has no role" },
  },
  DATA_FORMAT_ERROR: {
    code: 900400,
    status: 400,
    texts: { "zh-tw": "資料格式錯誤", "zh-cn": "数据格式错误", en: "Data format error" },
  },
  TOKEN_INVALID: {
    code: 900401,
    status: 401,
    texts: {
      "zh-tw": "登入已失效，請重新登入",
      "zh-cn": "登录已失效，请重新登录",
      en: "Your session has ended, please sign in again",
    },
  },
  PERMISSION_DENIED: {
    code: 900403,
    status: 403,
    texts: { "zh-tw": "沒有權限", "zh-cn": "没有权限", en: "You have no permission" },
  },
  NOT_FOUND: {
    code: 900404,
    status: 404,
    texts: { "zh-tw": "資料不存在", "zh-cn": "数据不存在", en: "Not found" },
  },
  STALE_DATA: {
    code: 900409,
    status: 409,
    texts: {
      "zh-tw": "資料已被他人修改，請重新整理",
      "zh-cn": "数据已被他人修改，请刷新",
      en: "Someone changed this; please reload",
    },
  },
  FILE_TOO_LARGE: {
    code: 900413,
    status: 413,
    texts: { "zh-tw": "檔案超過 {n}MB", "zh-cn": "文件超过 {n}MB", en: "The file is larger than {n} MB" },
  },
  WRONG_FILE_FORMAT: {
    code: 900415,
    status: 415,
    texts: { "zh-tw": "檔案格式錯誤", "zh-cn": "文件格式错误", en: "Wrong file format" },
  },
  CONTENT_ENCODING_REFUSED: {
    code: 900416,
    status: 415,
    texts: {
      "zh-tw": "不接受壓縮的請求內容",
      "zh-cn": "不接受压缩的请求内容",
      en: "Compressed request bodies are not accepted",
    },
  },
  FIELD_INVALID: {
    code: 900422,
    status: 422,
    texts: { "zh-tw": "請檢查標示的欄位", "zh-cn": "请检查标示的字段", en: "Please check the marked fields" },
  },
  TOO_MANY_REQUESTS: {
    code: 900429,
    status: 429,
    texts: {
      "zh-tw": "操作過於頻繁，請稍後再試",
      "zh-cn": "操作过于频繁，请稍后再试",
      en: "Too many attempts, please wait",
    },
  },
  RUN_RIGHTS_REVOKED: {
    code: 900408,
    status: 409,
    texts: {
      "zh-tw": "已停止：發起人的帳號已停用，或權限已被收回",
      "zh-cn": "已停止：发起人的账号已停用，或权限已被收回",
      en: "Stopped: the account that started this was disabled, or its rights were revoked",
    },
  },
  FEATURE_NOT_SET_UP: {
    code: 900503,
    status: 503,
    texts: {
      "zh-tw": "此功能尚未開通，請聯絡您的顧問",
      "zh-cn": "该功能尚未开通，请联系您的顾问",
      en: "This feature is not set up; contact your consultant",
    },
  },
  SERVICE_UNAVAILABLE: {
    code: 900504,
    status: 503,
    texts: {
      "zh-tw": "系統暫時無法使用，請稍後再試一次",
      "zh-cn": "系统暂时无法使用，请稍后重试",
      en: "The system is briefly unavailable, please try again shortly",
    },
  },
});
