import { errorGroup } from "./error-group.ts";

export const campaignErrors = errorGroup("campaign", {
  CAMPAIGN_PAGE_BOUND_TO_OTHER_AD: {
    code: 100025,
    status: 409,
    texts: {
      "zh-tw": "落地頁已綁定其他廣告",
      "zh-cn": "落地页已绑定其他广告",
      en: "The landing page is bound to another ad",
    },
  },
  CAMPAIGN_AD_ALREADY_BOUND: {
    code: 100026,
    status: 409,
    texts: { "zh-tw": "此廣告已綁定落地頁", "zh-cn": "该广告已绑定落地页", en: "The ad is already bound" },
  },
});
