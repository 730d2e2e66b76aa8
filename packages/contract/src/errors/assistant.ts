import { errorGroup } from "./error-group.ts";

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
