import { errorGroup } from "./error-group.ts";

export const assistantErrors = errorGroup("chat", {
  GPT_NO_AGENT: {
    code: 100541,
    status: 409,
    texts: {
      "zh-tw": "此分校沒有啟用中的 AI 助理",
      "zh-cn": "该分校没有启用中的 AI 助手",
      en: "No assistant is active at this branch",
    },
  },
  GPT_NOTHING_TO_ANSWER: {
    code: 100542,
    status: 409,
    texts: {
      "zh-tw": "客戶沒有等待回覆的訊息",
      "zh-cn": "客户没有等待回复的消息",
      en: "The customer has written nothing that is still to be answered",
    },
  },
  GPT_NOT_ANSWERING: {
    code: 100543,
    status: 503,
    texts: {
      "zh-tw": "AI 助理暫時無法回答，請稍後再試",
      "zh-cn": "AI 助手暂时无法回答，请稍后再试",
      en: "The assistant cannot answer at the moment. Please try again later.",
    },
  },
});
