import { errorGroup } from "./error-group.ts";

/** Errors between writing a message and sending it. */
export const composerErrors = errorGroup("chat", {
  MESSAGE_UNDO_TOO_LATE: {
    code: 100532,
    status: 409,
    texts: {
      "zh-tw": "訊息已送出，無法收回",
      "zh-cn": "消息已发出，无法撤回",
      en: "The message is already being sent and cannot be undone",
    },
  },
  SCHEDULE_TIME_NOT_FUTURE: {
    code: 100533,
    status: 422,
    texts: {
      "zh-tw": "排程時間須晚於現在",
      "zh-cn": "定时时间必须晚于当前时间",
      en: "Please choose a time in the future",
    },
  },
  SCHEDULE_BEYOND_WINDOW: {
    code: 100534,
    status: 422,
    texts: {
      "zh-tw": "到時回覆時限已過，請選擇較早的時間",
      "zh-cn": "届时回复时限已过，请选择更早的时间",
      en: "The reply window will have closed by then; please choose an earlier time",
    },
  },
  MESSAGE_NOT_FORWARDABLE: {
    code: 100535,
    status: 422,
    texts: { "zh-tw": "這則訊息無法轉寄", "zh-cn": "这条消息无法转发", en: "This message cannot be forwarded" },
  },
  CHAT_CAPTION_TOO_LONG: {
    code: 100558,
    status: 422,
    texts: {
      "zh-tw": "WhatsApp 的檔案最多可附 1,024 字，語音不能附文字，請將文字另外傳送",
      "zh-cn": "WhatsApp 的文件最多可附 1,024 字，语音不能附文字，请将文字另外发送",
      en: "WhatsApp allows at most 1,024 characters with a file, and no text with a recording. Send the text separately.",
    },
  },
  CHAT_STICKER_ONLY_LINE: {
    code: 100551,
    status: 422,
    texts: {
      "zh-tw": "貼圖只能傳給 LINE 的客戶，請改用文字或圖片",
      "zh-cn": "贴图只能发给 LINE 的客户，请改用文字或图片",
      en: "Stickers can only be sent to customers on LINE. Send text or a picture instead.",
    },
  },
  CHAT_NO_CATALOGUE: {
    code: 100552,
    status: 422,
    texts: {
      "zh-tw": "這個 WhatsApp 號碼沒有設定目錄，請先在 WhatsApp 設定填入目錄編號",
      "zh-cn": "这个 WhatsApp 号码没有设置目录，请先在 WhatsApp 设置填入目录编号",
      en: "This WhatsApp number has no catalogue. Enter the catalogue ID in the WhatsApp settings first.",
    },
  },
  PRODUCT_NOT_IN_CATALOGUE: {
    code: 100553,
    status: 422,
    texts: {
      "zh-tw": "產品尚未同步到這個號碼的目錄，請先同步目錄再傳送",
      "zh-cn": "产品尚未同步到这个号码的目录，请先同步目录再发送",
      en: "The product is not in this number's catalogue yet. Sync the catalogue before you send it.",
    },
  },
  PRODUCT_NOT_FOR_SALE: {
    code: 100554,
    status: 422,
    texts: {
      "zh-tw": "產品已停用、過期或刪除，無法傳送",
      "zh-cn": "产品已停用、过期或删除，无法发送",
      en: "The product is inactive, expired or deleted and cannot be sent",
    },
  },
  REACTION_NOT_POSSIBLE: {
    code: 100536,
    status: 422,
    texts: { "zh-tw": "無法回應這則訊息", "zh-cn": "无法回应这条消息", en: "You cannot react to this message" },
  },
});

export const replyErrors = errorGroup("reply", {
  REPLY_GROUP_REQUIRED: {
    code: 100531,
    status: 422,
    texts: { "zh-tw": "請選擇群組", "zh-cn": "请选择分组", en: "Please choose a group" },
  },
  REPLY_GROUP_NOT_EMPTY: {
    code: 100341,
    status: 409,
    texts: { "zh-tw": "群組內仍有內容，不可刪除", "zh-cn": "分组内仍有内容，不能删除", en: "The group is not empty" },
  },
});
