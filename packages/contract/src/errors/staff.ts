import { errorGroup } from "./error-group.ts";

export const staffErrors = errorGroup("staff", {
  STAFF_INVALID_EMAIL: {
    code: 100001,
    status: 422,
    texts: { "zh-tw": "電郵格式不正確", "zh-cn": "邮箱格式不正确", en: "The e-mail address is not valid" },
  },
  STAFF_NICKNAME_REQUIRED: {
    code: 100003,
    status: 422,
    texts: { "zh-tw": "請輸入暱稱", "zh-cn": "请输入昵称", en: "Please enter a nickname" },
  },
  STAFF_EMAIL_EXISTS: {
    code: 100004,
    status: 409,
    texts: { "zh-tw": "電郵已存在", "zh-cn": "邮箱已存在", en: "The e-mail already exists" },
  },
  STAFF_BAD_AREA_CODE: {
    code: 100007,
    status: 422,
    texts: { "zh-tw": "區號不正確", "zh-cn": "区号不正确", en: "The area code is not valid" },
  },
  STAFF_BAD_PHONE: {
    code: 100008,
    status: 422,
    texts: { "zh-tw": "電話號碼不正確", "zh-cn": "电话号码不正确", en: "The phone number is not valid" },
  },
  STAFF_BAD_EMERGENCY_PHONE: {
    code: 100010,
    status: 422,
    texts: {
      "zh-tw": "緊急聯絡電話不正確",
      "zh-cn": "紧急联系电话不正确",
      en: "The emergency phone number is not valid",
    },
  },
  STAFF_EMAIL_REQUIRED: {
    code: 100011,
    status: 422,
    texts: { "zh-tw": "請輸入電郵", "zh-cn": "请输入邮箱", en: "Please enter the e-mail" },
  },
  STAFF_ID_EXISTS: {
    code: 100012,
    status: 409,
    texts: { "zh-tw": "員工編號已存在", "zh-cn": "员工编号已存在", en: "The staff ID already exists" },
  },
});
