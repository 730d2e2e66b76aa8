import { errorGroup } from "./error-group.ts";

export const replyErrors = errorGroup("reply", {
  REPLY_GROUP_NOT_EMPTY: {
    code: 100341,
    status: 409,
    texts: { "zh-tw": "群組內仍有內容，不可刪除", "zh-cn": "分组内仍有内容，不能删除", en: "The group is not empty" },
  },
});
