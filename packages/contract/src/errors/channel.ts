import { errorGroup } from "./error-group.ts";

export const channelErrors = errorGroup("channel", {
  CHANNEL_PRIMARY_DUPLICATE: {
    code: 100001,
    status: 409,
    texts: { "zh-tw": "一級渠道名稱重複", "zh-cn": "一级渠道名称重复", en: "Duplicate primary channel name" },
  },
  CHANNEL_SECONDARY_DUPLICATE: {
    code: 100002,
    status: 409,
    texts: { "zh-tw": "二級渠道名稱重複", "zh-cn": "二级渠道名称重复", en: "Duplicate secondary channel name" },
  },
  CHANNEL_PRIMARY_HAS_SECONDARY: {
    code: 100003,
    status: 409,
    texts: {
      "zh-tw": "此渠道下有二級渠道，不可刪除",
      "zh-cn": "该渠道下有二级渠道，不能删除",
      en: "The primary channel still has secondary channels",
    },
  },
  CHANNEL_SECONDARY_HAS_LEADS: {
    code: 100004,
    status: 409,
    texts: {
      "zh-tw": "此渠道已有名單，不可刪除",
      "zh-cn": "该渠道已有名单，不能删除",
      en: "The secondary channel still has leads",
    },
  },
  SETTING_ITEM_IN_USE: {
    code: 100005,
    status: 409,
    texts: { "zh-tw": "項目使用中，不可刪除", "zh-cn": "项目使用中，不能删除", en: "The item is in use" },
  },
  SETTING_ITEM_DUPLICATE: {
    code: 100006,
    status: 409,
    texts: { "zh-tw": "名稱重複", "zh-cn": "名称重复", en: "Duplicate name" },
  },
  CHANNEL_PRIMARY_REQUIRED: {
    code: 100007,
    status: 422,
    texts: { "zh-tw": "請選擇一級渠道", "zh-cn": "请选择一级渠道", en: "Please choose the primary channel" },
  },
  UTM_MEDIUM_AND_CAMPAIGN_REQUIRED: {
    code: 100008,
    status: 422,
    texts: {
      "zh-tw": "請填寫廣告媒介與活動名稱",
      "zh-cn": "请填写广告媒介和活动名称",
      en: "Campaign medium and name are required",
    },
  },
  UTM_REQUIRED_THEN_UPDATE_LINK: {
    code: 100009,
    status: 422,
    texts: {
      "zh-tw": "請填寫媒介與活動名稱，並按更新連結",
      "zh-cn": "请填写媒介和活动名称，并点击更新链接",
      en: "Fill in medium and name, then press update link",
    },
  },
  SETTING_PHONE_USED_BY_OTHER_BRANCH: {
    code: 100010,
    status: 409,
    texts: {
      "zh-tw": "電話 1 已在其他分校登記",
      "zh-cn": "电话 1 已在其他分校登记",
      en: "Phone 1 is registered at another branch",
    },
  },
  SETTING_NOT_VERIFIED: {
    code: 100011,
    status: 409,
    texts: { "zh-tw": "尚未驗證，無法儲存", "zh-cn": "尚未验证，无法保存", en: "Not verified, so it cannot be saved" },
  },
  EMAIL_TEST_FAILED: {
    code: 100503,
    status: 409,
    texts: {
      "zh-tw": "測試電郵未能寄出，請檢查設定",
      "zh-cn": "测试邮件未能发出，请检查设置",
      en: "The test e-mail could not be sent. Check the settings",
    },
  },
  WHATSAPP_NUMBER_IN_USE: {
    code: 100502,
    status: 409,
    texts: {
      "zh-tw": "此 WhatsApp 號碼已連接到另一間分校",
      "zh-cn": "该 WhatsApp 号码已连接到另一分校",
      en: "This WhatsApp number is already connected to another branch",
    },
  },
  LINE_CHANNEL_IN_USE: {
    code: 100501,
    status: 409,
    texts: {
      "zh-tw": "此 LINE 帳號已連接到另一間分校",
      "zh-cn": "该 LINE 账号已连接到另一分校",
      en: "This LINE account is already connected to another branch",
    },
  },
  SETTING_LIMIT_REACHED: {
    code: 100343,
    status: 409,
    texts: { "zh-tw": "已達數量上限", "zh-cn": "已达数量上限", en: "The limit is reached" },
  },
});
