import { errorGroup } from "./error-group.ts";

export const loginErrors = errorGroup("login", {
  LOGIN_PASSWORD_EMPTY: {
    code: 100001,
    status: 422,
    texts: { "zh-tw": "請輸入密碼", "zh-cn": "请输入密码", en: "Please enter the password" },
  },
  LOGIN_WRONG_PASSWORD: {
    code: 100002,
    status: 401,
    texts: { "zh-tw": "密碼錯誤", "zh-cn": "密码错误", en: "Wrong password" },
  },
  LOGIN_ACCOUNT_NOT_FOUND: {
    code: 100003,
    status: 401,
    texts: { "zh-tw": "帳號不存在或有誤", "zh-cn": "账号不存在或有误", en: "The account does not exist or is wrong" },
  },
  LOGIN_ACCOUNT_DEREGISTERED: {
    code: 100004,
    status: 401,
    texts: { "zh-tw": "帳號已註銷或停用", "zh-cn": "账号已注销或停用", en: "The account was closed or deactivated" },
  },
  LOGIN_EMAIL_REGISTERED: {
    code: 100005,
    status: 409,
    texts: { "zh-tw": "此電郵已註冊", "zh-cn": "该邮箱已注册", en: "This e-mail is already registered" },
  },
  LOGIN_ORGANIZATION_ID_REGISTERED: {
    code: 100006,
    status: 409,
    texts: {
      "zh-tw": "此機構編號已註冊",
      "zh-cn": "该机构编号已注册",
      en: "This organisation ID is already registered",
    },
  },
  LOGIN_INVALID_VERIFICATION_CODE: {
    code: 100007,
    status: 422,
    texts: {
      "zh-tw": "驗證碼錯誤或已過期",
      "zh-cn": "验证码错误或已过期",
      en: "The verification code is wrong or expired",
    },
  },
  LOGIN_INVALID_EMAIL: {
    code: 100008,
    status: 422,
    texts: { "zh-tw": "電郵格式不正確", "zh-cn": "邮箱格式不正确", en: "The e-mail address is not valid" },
  },
  LOGIN_BAD_PASSWORD_FORMAT: {
    code: 100009,
    status: 422,
    texts: {
      "zh-tw": "密碼須為 6 至 20 位英文字母及數字",
      "zh-cn": "密码须为 6 至 20 位字母和数字",
      en: "The password must be 6 to 20 letters and digits",
    },
  },
  LOGIN_WRONG_ORGANIZATION_ID: {
    code: 100010,
    status: 401,
    texts: { "zh-tw": "機構編號錯誤", "zh-cn": "机构编号错误", en: "Wrong organisation ID" },
  },
  LOGIN_INVALID_PHONE: {
    code: 100011,
    status: 422,
    texts: { "zh-tw": "電話號碼不正確", "zh-cn": "电话号码不正确", en: "The phone number is not valid" },
  },
  LOGIN_ORGANIZATION_DEACTIVATED: {
    code: 100012,
    status: 401,
    texts: { "zh-tw": "機構已停用", "zh-cn": "机构已停用", en: "The organisation is deactivated" },
  },
  LOGIN_ACCOUNT_DISABLED: {
    code: 100013,
    status: 401,
    texts: { "zh-tw": "帳號已被停用", "zh-cn": "账号已被禁用", en: "The account is disabled" },
  },
  LOGIN_TWO_STEP_WRONG_CODE: {
    code: 100391,
    status: 422,
    texts: {
      "zh-tw": "驗證碼不正確或已使用過",
      "zh-cn": "验证码不正确或已使用过",
      en: "The code is wrong or has been used",
    },
  },
  LOGIN_TICKET_EXPIRED: {
    code: 100392,
    status: 401,
    texts: {
      "zh-tw": "等候時間過長，請重新輸入帳號及密碼",
      "zh-cn": "等待时间过长，请重新输入账号和密码",
      en: "That took too long; please enter your account and password again",
    },
  },
  LOGIN_KEY_INVALID: {
    code: 100393,
    status: 401,
    texts: {
      "zh-tw": "自動登入連結無效、已使用或已過期",
      "zh-cn": "自动登录链接无效、已使用或已过期",
      en: "The sign-in link is not valid, was used, or has expired",
    },
  },
  LOGIN_INITIAL_PASSWORD_EXPIRED: {
    code: 100394,
    status: 401,
    texts: {
      "zh-tw": "初始密碼已過期，請使用「忘記密碼」，或請管理員重設",
      "zh-cn": "初始密码已过期，请使用“忘记密码”，或请管理员重置",
      en: "The initial password has expired. Use “Forgot password” or ask your administrator for a new one",
    },
  },
  LOGIN_STAFF_ID_SHARED: {
    code: 100395,
    status: 409,
    texts: {
      "zh-tw": "多間機構使用此員工編號，請改用電郵",
      "zh-cn": "多家机构使用此员工编号，请改用邮箱",
      en: "Several organisations use this staff ID; use your e-mail instead",
    },
  },
  LOGIN_NAME_TOO_LONG: {
    code: 100396,
    status: 422,
    texts: {
      "zh-tw": "姓名合計最多 64 個字元",
      "zh-cn": "姓名合计最多 64 个字符",
      en: "First and last name together must not exceed 64 characters",
    },
  },
  LOGIN_PASSWORDS_DIFFER: {
    code: 100301,
    status: 422,
    texts: {
      "zh-tw": "兩次輸入的密碼不一致",
      "zh-cn": "两次输入的密码不一致",
      en: "The two passwords are not the same",
    },
  },
});
