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
  TEMPLATE_MARKETING_TOO_SOON: {
    code: 100511,
    status: 409,
    texts: {
      "zh-tw": "24 小時內已傳送過行銷範本，客戶回覆前不可再傳",
      "zh-cn": "24 小时内已发送过营销模板，客户回复前不能再发",
      en: "A marketing template was sent within the last 24 hours; wait, or send it when the customer has replied",
    },
  },
  TEMPLATE_MARKETING_STOPPED: {
    code: 100512,
    status: 409,
    texts: {
      "zh-tw": "客戶已取消接收行銷訊息",
      "zh-cn": "客户已取消接收营销消息",
      en: "The customer has opted out of marketing messages",
    },
  },
  TEMPLATE_NOT_READY: {
    code: 100513,
    status: 422,
    texts: {
      "zh-tw": "範本尚未完成，無法送審",
      "zh-cn": "模板尚未完成，无法提交审核",
      en: "The template is not complete, so it cannot be submitted",
    },
  },
  TEMPLATE_REFUSED: {
    code: 100514,
    status: 502,
    texts: {
      "zh-tw": "WhatsApp 未接受：{detail}",
      "zh-cn": "WhatsApp 未接受：{detail}",
      en: "WhatsApp did not accept it: {detail}",
    },
  },
  TEMPLATE_NAME_TAKEN: {
    code: 100515,
    status: 409,
    texts: {
      "zh-tw": "此名稱已有同語言的範本",
      "zh-cn": "该名称已有同语言的模板",
      en: "There is already a template with this name in this language",
    },
  },
  TEMPLATE_EDITED_TOO_OFTEN: {
    code: 100556,
    status: 409,
    texts: {
      "zh-tw":
        "WhatsApp 規定已通過的範本每 24 小時只能改一次、30 天內最多 10 次。請在 {hours} 小時後再送審，內容已存為草稿",
      "zh-cn":
        "WhatsApp 规定已通过的模板每 24 小时只能改一次、30 天内最多 10 次。请在 {hours} 小时后再提交审核，内容已存为草稿",
      en: "WhatsApp allows one change to an approved template in 24 hours and 10 in 30 days. Your change is kept as a draft: submit it again in {hours} hours",
    },
  },
  TEMPLATE_PICTURE_MISSING: {
    code: 100557,
    status: 422,
    texts: {
      "zh-tw": "這個範本的頁首需要圖片，請先選擇圖片",
      "zh-cn": "这个模板的页眉需要图片，请先选择图片",
      en: "This template has a picture in its header: choose one first",
    },
  },
  TEMPLATE_FIXED: {
    code: 100516,
    status: 409,
    texts: {
      "zh-tw": "已送審的範本不可更改名稱與語言，已通過的不可更改類別",
      "zh-cn": "已提交审核的模板不能更改名称和语言，已通过的不能更改类别",
      en: "The name and language cannot be changed after submission, nor the category after approval",
    },
  },
});
