import { errorGroup } from "./error-group.ts";

export const noticeErrors = errorGroup("notice", {
  NOTICE_TITLE_REQUIRED: {
    code: 100461,
    status: 422,
    texts: { "zh-tw": "請輸入標題", "zh-cn": "请输入标题", en: "Please enter a title" },
  },
  NOTICE_CONTENT_REQUIRED: {
    code: 100462,
    status: 422,
    texts: { "zh-tw": "請輸入內容", "zh-cn": "请输入内容", en: "Please write the notice" },
  },
  NOTICE_CONTENT_TOO_LONG: {
    code: 100463,
    status: 422,
    texts: {
      "zh-tw": "內容太長，請精簡後再儲存",
      "zh-cn": "内容太长，请精简后再保存",
      en: "The notice is too long; please shorten it",
    },
  },
  NOTICE_TARGET_REQUIRED: {
    code: 100464,
    status: 422,
    texts: { "zh-tw": "請選擇公告對象", "zh-cn": "请选择公告对象", en: "Please choose who it is for" },
  },
  NOTICE_PUBLISHED: {
    code: 100465,
    status: 409,
    texts: {
      "zh-tw": "公告已發佈，請先撤回",
      "zh-cn": "公告已发布，请先撤回",
      en: "The notice is published; revoke it first",
    },
  },
  NOTICE_NOT_PUBLISHED: {
    code: 100466,
    status: 409,
    texts: { "zh-tw": "公告尚未發佈", "zh-cn": "公告尚未发布", en: "The notice is not published" },
  },
});
