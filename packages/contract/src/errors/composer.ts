import { errorGroup } from "./error-group.ts";

/** What can go wrong between writing a message and its going out. */
export const composerErrors = errorGroup("chat", {
  MESSAGE_UNDO_TOO_LATE: {
    code: 100532,
    status: 409,
    texts: {
      "zh-tw": "訊息已送出，無法收回",
      "zh-cn": "消息已发出，无法撤回",
      en: "The message is on its way and cannot be taken back",
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
  CHAT_STICKER_ONLY_LINE: {
    code: 100551,
    status: 422,
    texts: {
      "zh-tw": "貼圖只能傳給 LINE 的客戶，請改用文字或圖片",
      "zh-cn": "贴图只能发给 LINE 的客户，请改用文字或图片",
      en: "Stickers only go to customers on LINE. Send words or a picture instead.",
    },
  },
  REACTION_NOT_POSSIBLE: {
    code: 100536,
    status: 422,
    texts: { "zh-tw": "無法回應這則訊息", "zh-cn": "无法回应这条消息", en: "This message takes no reaction" },
  },
});
