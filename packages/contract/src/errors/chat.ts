import { errorGroup } from "./error-group.ts";

export const chatErrors = errorGroup("chat", {
  CHAT_ERROR: {
    code: 200101,
    status: 502,
    texts: { "zh-tw": "操作失敗，請重試", "zh-cn": "操作失败，请重试", en: "Something went wrong, please try again" },
  },
  CHAT_VERIFIED: {
    code: 200102,
    status: 200,
    level: "info",
    texts: { "zh-tw": "驗證成功", "zh-cn": "验证成功", en: "Verified" },
  },
  CHAT_NUMBER_REQUIRED: {
    code: 200103,
    status: 422,
    texts: { "zh-tw": "請輸入號碼", "zh-cn": "请输入号码", en: "Please enter a number" },
  },
  CHAT_CUSTOM_EMAIL_REQUIRED: {
    code: 200104,
    status: 422,
    texts: { "zh-tw": "請輸入自訂電郵", "zh-cn": "请输入自定义邮箱", en: "Please enter the custom e-mail" },
  },
  CHAT_VERIFICATION_FAILED: {
    code: 200105,
    status: 422,
    texts: { "zh-tw": "驗證失敗", "zh-cn": "验证失败", en: "Verification failed" },
  },
  CHAT_CONTENT_EMPTY: {
    code: 200106,
    status: 422,
    texts: { "zh-tw": "內容不可為空", "zh-cn": "内容不能为空", en: "It cannot be empty" },
  },
  CHAT_GPT_OFF_ON_SEND: {
    code: 200107,
    status: 200,
    level: "warning",
    texts: {
      "zh-tw": "傳送後將關閉此客戶的 AI 助理",
      "zh-cn": "发送后将关闭该客户的 AI 助手",
      en: "Sending turns the assistant off for this customer",
    },
  },
  CHAT_FORWARD_NAMES_REQUIRED: {
    code: 200108,
    status: 422,
    texts: { "zh-tw": "請選擇轉寄對象", "zh-cn": "请选择转发对象", en: "Please choose who to forward to" },
  },
  CHAT_TEMPLATE_REQUIRED: {
    code: 200109,
    status: 422,
    texts: { "zh-tw": "請選擇範本", "zh-cn": "请选择模板", en: "Please choose a template" },
  },
  CHAT_ONLY_TEMPLATE_AFTER_24H: {
    code: 200110,
    status: 409,
    texts: {
      "zh-tw": "超過 24 小時，只可傳送範本訊息",
      "zh-cn": "超过 24 小时，只能发送模板消息",
      en: "After 24 hours only template messages can be sent",
    },
  },
  CHAT_TEMPLATE_NOT_CONFIGURED: {
    code: 200111,
    status: 409,
    texts: {
      "zh-tw": "此範本目前不能使用，請選擇已通過審核並開啟的範本",
      "zh-cn": "此模板目前不能使用，请选择已通过审核并启用的模板",
      en: "This template cannot be used now. Choose one that is approved and open",
    },
  },
  CHAT_MESSAGE_REQUIRED: {
    code: 200112,
    status: 422,
    texts: { "zh-tw": "請輸入訊息", "zh-cn": "请输入消息", en: "Please enter a message" },
  },
  CHAT_NAME_REQUIRED: {
    code: 200113,
    status: 422,
    texts: { "zh-tw": "請輸入名稱", "zh-cn": "请输入名称", en: "Please enter a name" },
  },
  CHAT_SAVE_FAILED: {
    code: 200114,
    status: 500,
    texts: { "zh-tw": "儲存失敗", "zh-cn": "保存失败", en: "Saving failed" },
  },
  CHAT_IMAGE_SELECT_FAILED: {
    code: 200115,
    status: 422,
    texts: { "zh-tw": "選擇圖片失敗", "zh-cn": "选择图片失败", en: "Choosing the picture failed" },
  },
  CHAT_REPLY_NO_TEMPLATE_SUPPORT: {
    code: 200116,
    status: 422,
    texts: {
      "zh-tw": "回覆不支援範本訊息",
      "zh-cn": "回复不支持模板消息",
      en: "A reply does not support template messages",
    },
  },
  CHAT_QUOTA_EXCEEDED: {
    code: 200117,
    status: 409,
    texts: {
      "zh-tw": "訊息額度已用完，請聯絡管理員充值",
      "zh-cn": "消息额度已用完，请联系管理员充值",
      en: "The message quota is used up; ask the administrator to top up",
    },
  },
  CHAT_CUSTOMER_BLOCKED: {
    code: 100401,
    status: 409,
    texts: {
      "zh-tw": "客戶已封鎖，無法傳送",
      "zh-cn": "客户已拉黑，无法发送",
      en: "The customer has blocked you, so the message cannot be sent",
    },
  },
  CHAT_TAKEN_BY_OTHER: {
    code: 100402,
    status: 409,
    level: "warning",
    texts: {
      "zh-tw": "其他業務正在對話中",
      "zh-cn": "其他销售正在对话中",
      en: "Another salesperson is in this conversation",
    },
  },
  CHANNEL_STOPPED: {
    code: 100403,
    status: 409,
    texts: {
      "zh-tw": "這個通訊帳號已停止傳送，請到通訊帳號設定查看原因",
      "zh-cn": "这个通讯账号已停止发送，请到通讯账号设置查看原因",
      en: "This messaging account has stopped sending. Its settings show the reason",
    },
  },
  CHAT_SNOOZE_TIME: {
    code: 100521,
    status: 422,
    texts: {
      "zh-tw": "請選擇現在之後、一年之內的時間",
      "zh-cn": "请选择现在之后、一年之内的时间",
      en: "Please choose a time within the next year",
    },
  },
});

export const assistantErrors = errorGroup("chat", {
  GPT_NOT_ANSWERING: {
    code: 100541,
    status: 503,
    texts: {
      "zh-tw": "AI 助理暫時無法回答，請稍後再試",
      "zh-cn": "AI 助手暂时无法回答，请稍后再试",
      en: "The assistant cannot answer at the moment. Please try again later.",
    },
  },
});
