import { errorGroup } from "./error-group.ts";

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
