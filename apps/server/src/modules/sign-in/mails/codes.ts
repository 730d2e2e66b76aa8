import type { Language, Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";

export type CodePurpose = "register" | "forgot" | "change-email" | "first-sign-in";

const subjects: Readonly<Record<CodePurpose, Texts>> = {
  register: { "zh-tw": "註冊驗證碼", "zh-cn": "注册验证码", en: "Your registration code" },
  forgot: { "zh-tw": "重設密碼驗證碼", "zh-cn": "重置密码验证码", en: "Your password reset code" },
  "change-email": { "zh-tw": "更改電郵驗證碼", "zh-cn": "更改邮箱验证码", en: "Your e-mail change code" },
  "first-sign-in": { "zh-tw": "首次登入驗證碼", "zh-cn": "首次登录验证码", en: "Your first sign-in code" },
};

const why: Readonly<Record<CodePurpose, Texts>> = {
  register: {
    "zh-tw": "您正在註冊 Homeroom，請輸入以下驗證碼：",
    "zh-cn": "您正在注册 Homeroom，请输入以下验证码：",
    en: "You are registering with Homeroom. Enter this code:",
  },
  forgot: {
    "zh-tw": "您正在重設 Homeroom 的登入密碼，請輸入以下驗證碼：",
    "zh-cn": "您正在重置 Homeroom 的登录密码，请输入以下验证码：",
    en: "You are resetting your Homeroom password. Enter this code:",
  },
  "change-email": {
    "zh-tw": "您正在將此電郵設為 Homeroom 的登入電郵，請輸入以下驗證碼：",
    "zh-cn": "您正在将此邮箱设为 Homeroom 的登录邮箱，请输入以下验证码：",
    en: "You are changing your Homeroom sign-in e-mail to this address. Enter this code:",
  },
  "first-sign-in": {
    "zh-tw": "有人以初始密碼登入您的 Homeroom 帳號。若是您本人，請輸入以下驗證碼，然後設定自己的密碼：",
    "zh-cn": "有人用初始密码登录您的 Homeroom 账号。如果是您本人，请输入以下验证码，然后设置自己的密码：",
    en: "Somebody is signing in to your Homeroom account with its initial password. If it is you, enter this code, then choose your own password:",
  },
};

const goodFor: Texts = {
  "zh-tw": "驗證碼 10 分鐘內有效，請勿告訴任何人。若不是您本人操作，請忽略此郵件。",
  "zh-cn": "验证码 10 分钟内有效，请勿告诉任何人。若不是您本人操作，请忽略此邮件。",
  en: "The code is valid for 10 minutes. Do not share it with anybody. If this was not you, ignore this e-mail.",
};

/** The mail that carries a code. */
export function codeMail(to: { purpose: CodePurpose; email: string; language: Language }, code: string): Mail {
  const { purpose, email, language } = to;
  return {
    to: email,
    language,
    subject: subjects[purpose][language],
    paragraphs: [why[purpose][language], goodFor[language]],
    code,
    urgent: true,
  };
}
