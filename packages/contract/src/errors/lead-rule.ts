import { errorGroup } from "./error-group.ts";

export const leadRuleErrors = errorGroup("leadrule", {
  LEAD_RULE_CHANNEL_EXISTS: {
    code: 100013,
    status: 409,
    texts: {
      "zh-tw": "此渠道已有分配規則",
      "zh-cn": "该渠道已有分配规则",
      en: "A rule for this channel exists already",
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
