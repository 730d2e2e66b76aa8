import { errorGroup } from "./error-group.ts";

export const templateErrors = errorGroup("template", {
  TEMPLATE_UNDER_REVIEW: {
    code: 100321,
    status: 409,
    texts: { "zh-tw": "審核中，不可編輯", "zh-cn": "审核中，不能编辑", en: "It is under review and cannot be edited" },
  },
  TEMPLATE_TOO_MANY_BUTTONS: {
    code: 100322,
    status: 422,
    texts: { "zh-tw": "按鈕最多 3 個", "zh-cn": "按钮最多 3 个", en: "At most 3 buttons" },
  },
});
