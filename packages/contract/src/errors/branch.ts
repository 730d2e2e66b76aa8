import { errorGroup } from "./error-group.ts";

export const branchErrors = errorGroup("branch", {
  BRANCH_IS_CURRENT: {
    code: 100361,
    status: 409,
    texts: {
      "zh-tw": "您正在此分校，不可刪除或關閉，請先切換到其他分校",
      "zh-cn": "您正在该分校，不能删除或关闭，请先切换到其他分校",
      en: "You are in this branch: it cannot be deleted or closed. Switch to another one first",
    },
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
  BRANCH_NAME_EXISTS: {
    code: 100366,
    status: 409,
    texts: { "zh-tw": "分校名稱已存在", "zh-cn": "分校名称已存在", en: "A branch with this name already exists" },
  },
  BRANCH_BAD_PHONE: {
    code: 100367,
    status: 422,
    texts: { "zh-tw": "電話號碼不正確", "zh-cn": "电话号码不正确", en: "The phone number is not valid" },
  },
  BRANCH_LEASE_ENDS_EARLY: {
    code: 100371,
    status: 422,
    texts: {
      "zh-tw": "租約到期日不可早於成立日期",
      "zh-cn": "租约到期日不能早于成立日期",
      en: "The lease cannot expire before the branch was established",
    },
  },
  BRANCH_IS_LAST_OPEN: {
    code: 100368,
    status: 409,
    texts: {
      "zh-tw": "這是最後一間開放的分校，不可刪除或關閉",
      "zh-cn": "这是最后一间开放的分校，不能删除或关闭",
      en: "This is the last open branch, so it cannot be deleted or closed",
    },
  },
  BRANCH_IN_USE: {
    code: 100369,
    status: 409,
    texts: {
      "zh-tw":
        "分校仍有員工 {staff} 位、名單 {leads} 筆、對話 {conversations} 個、通訊帳號 {channels} 個，不可刪除，可改為關閉",
      "zh-cn":
        "分校仍有员工 {staff} 位、名单 {leads} 条、对话 {conversations} 个、通讯账号 {channels} 个，不能删除，可改为关闭",
      en: "The branch still has staff ({staff}), leads ({leads}), conversations ({conversations}) and messaging accounts ({channels}), so it can be closed but not deleted",
    },
  },
  BRANCH_HAS_RECORDS: {
    code: 100373,
    status: 409,
    texts: {
      "zh-tw": "分校仍有落地頁、訂單、電郵設定或其他記錄，不可刪除，可改為關閉",
      "zh-cn": "分校仍有落地页、订单、邮件设置或其他记录，不能删除，可改为关闭",
      en: "Landing pages, orders, e-mail settings or other records still belong to the branch, so it can be closed but not deleted",
    },
  },
  BRANCH_LEAVES_PEOPLE: {
    code: 100370,
    status: 409,
    level: "warning",
    texts: {
      "zh-tw": "關閉後有 {n} 位員工沒有可進入的分校：{names}",
      "zh-cn": "关闭后有 {n} 位员工没有可进入的分校：{names}",
      en: "{n} people would be left without a branch: {names}",
    },
  },
  BRANCH_STILL_GETS_LEADS: {
    code: 100372,
    status: 409,
    level: "warning",
    texts: {
      "zh-tw": "關閉後仍有 {n} 個來源把名單送到此分校：{names}",
      "zh-cn": "关闭后仍有 {n} 个来源把名单送到此分校：{names}",
      en: "Sources that would still send leads to the branch ({n}): {names}",
    },
  },
});
