import { errorGroup } from "./error-group.ts";

export const branchErrors = errorGroup("branch", {
  BRANCH_IS_CURRENT: {
    code: 100361,
    status: 409,
    texts: { "zh-tw": "不可刪除目前分校", "zh-cn": "不能删除当前分校", en: "The current branch cannot be deleted" },
  },
  BRANCH_WRONG_PASSWORD: {
    code: 100362,
    status: 422,
    texts: {
      "zh-tw": "密碼錯誤，無法切換分校",
      "zh-cn": "密码错误，无法切换分校",
      en: "Wrong password, branch not switched",
    },
  },
});
