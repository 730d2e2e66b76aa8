import { errorGroup } from "./error-group.ts";

export const leadErrors = errorGroup("lead", {
  LEAD_INVALID_EMAIL: {
    code: 100001,
    status: 422,
    texts: { "zh-tw": "電郵格式不正確", "zh-cn": "邮箱格式不正确", en: "The e-mail address is not valid" },
  },
  LEAD_NO_LOGIN_CONTACT: {
    code: 100002,
    status: 422,
    texts: {
      "zh-tw": "沒有電話或電郵，無法登入 App",
      "zh-cn": "没有电话或邮箱，无法登录 App",
      en: "Without a phone or e-mail the lead cannot sign in to the app",
    },
  },
  LEAD_NICKNAME_REQUIRED: {
    code: 100003,
    status: 422,
    texts: { "zh-tw": "請輸入姓名", "zh-cn": "请输入姓名", en: "Please enter a name" },
  },
  LEAD_EMAIL_EXISTS: {
    code: 100004,
    status: 409,
    texts: { "zh-tw": "電郵已存在", "zh-cn": "邮箱已存在", en: "The e-mail already exists" },
  },
  LEAD_PHONE_EXISTS: {
    code: 100005,
    status: 409,
    texts: { "zh-tw": "電話已存在", "zh-cn": "电话已存在", en: "The phone number already exists" },
  },
  LEAD_ORGANIZATION_OR_BRANCH_MISSING: {
    code: 100006,
    status: 422,
    texts: { "zh-tw": "找不到機構或分校", "zh-cn": "机构或分校不存在", en: "The organisation or branch is missing" },
  },
  LEAD_BAD_AREA_CODE: {
    code: 100007,
    status: 422,
    texts: { "zh-tw": "區號不正確", "zh-cn": "区号不正确", en: "The area code is not valid" },
  },
  LEAD_BAD_PHONE: {
    code: 100008,
    status: 422,
    texts: { "zh-tw": "電話號碼不正確", "zh-cn": "电话号码不正确", en: "The phone number is not valid" },
  },
  LEAD_FAMILY_OTHER_BRANCH: {
    code: 100471,
    status: 422,
    texts: {
      "zh-tw": "同一家人須在同一分校；請先將名單轉到同一分校",
      "zh-cn": "同一家庭须在同一分校；请先将名单转到同一分校",
      en: "All members of a family must be at the same branch; please move the leads first",
    },
  },
  LEAD_FAMILY_FULL: {
    code: 100472,
    status: 409,
    texts: {
      "zh-tw": "一個家庭最多 20 人；請先移出其他成員",
      "zh-cn": "一个家庭最多 20 人；请先移出其他成员",
      en: "A family can have at most 20 members; please remove some first",
    },
  },
  LEAD_NOTE_FIXED: {
    code: 100461,
    status: 409,
    texts: {
      "zh-tw": "只有撰寫人可在 24 小時內修改備註；請另寫一則",
      "zh-cn": "只有撰写人可在 24 小时内修改备注；请另写一条",
      en: "Only the author can change a note, and only within 24 hours; please add another one",
    },
  },
  BULK_NOT_UNDOABLE: {
    code: 100481,
    status: 409,
    texts: {
      "zh-tw": "這次批次變更已無法復原",
      "zh-cn": "本次批量更改已无法撤销",
      en: "This bulk change can no longer be undone",
    },
  },
});

export const leadRuleErrors = errorGroup("leadrule", {
  LEAD_RULE_CHANNEL_EXISTS: {
    code: 100013,
    status: 409,
    texts: {
      "zh-tw": "此渠道已有分配規則",
      "zh-cn": "该渠道已有分配规则",
      en: "There is already a rule for this channel",
    },
  },
  LEAD_RULE_RATIO_INVALID: {
    code: 100342,
    status: 422,
    texts: {
      "zh-tw": "比例總和須為 100%，且不可為 0",
      "zh-cn": "比例总和须为 100%，且不能为 0",
      en: "Ratios must total 100 % and none may be 0",
    },
  },
});
