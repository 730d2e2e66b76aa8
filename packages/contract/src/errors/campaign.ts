import { errorGroup } from "./error-group.ts";

export const campaignErrors = errorGroup("campaign", {
  META_SIGN_IN_ENDED: {
    code: 100641,
    status: 409,
    texts: {
      "zh-tw": "登入 Meta 的時間已過，請重新連接",
      "zh-cn": "登录 Meta 的时间已过，请重新连接",
      en: "The sign-in to Meta has expired. Please connect again",
    },
  },
  META_REFUSED: {
    code: 100642,
    status: 409,
    texts: {
      "zh-tw": "Meta 拒絕了連接，請重新連接並同意所需權限",
      "zh-cn": "Meta 拒绝了连接，请重新连接并同意所需权限",
      en: "Meta refused. Please connect again and grant all the permissions that it asks for",
    },
  },
  META_UNAVAILABLE: {
    code: 100643,
    status: 502,
    texts: {
      "zh-tw": "目前無法連上 Meta，請稍後再試",
      "zh-cn": "目前无法连上 Meta，请稍后再试",
      en: "Meta cannot be reached at the moment. Please try again later",
    },
  },
  VOLCENGINE_SIGN_IN_ENDED: {
    code: 100644,
    status: 409,
    texts: {
      "zh-tw": "登入火山引擎的時間已過，請重新連接",
      "zh-cn": "登录火山引擎的时间已过，请重新连接",
      en: "The sign-in to Volcengine has expired. Please connect again",
    },
  },
  VOLCENGINE_REFUSED: {
    code: 100645,
    status: 409,
    texts: {
      "zh-tw": "火山引擎拒絕了連接，請重新連接",
      "zh-cn": "火山引擎拒绝了连接，请重新连接",
      en: "Volcengine refused. Please connect again",
    },
  },
  VOLCENGINE_UNAVAILABLE: {
    code: 100646,
    status: 502,
    texts: {
      "zh-tw": "目前無法連上火山引擎，請稍後再試",
      "zh-cn": "目前无法连上火山引擎，请稍后再试",
      en: "Volcengine cannot be reached at the moment. Please try again later",
    },
  },
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
    texts: {
      "zh-tw": "此廣告已綁定落地頁",
      "zh-cn": "该广告已绑定落地页",
      en: "The ad is already bound to a landing page",
    },
  },
});
