import type { Language, Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";

const subject: Texts = {
  "zh-tw": "您的登入密碼已重設",
  "zh-cn": "您的登录密码已重置",
  en: "Your password was reset",
};

const what: Texts = {
  "zh-tw": "您的 Homeroom 登入密碼剛剛經由電郵驗證碼重設，所有裝置均已登出。",
  "zh-cn": "您的 Homeroom 登录密码刚刚通过邮箱验证码重置，所有设备均已退出登录。",
  en: "Your Homeroom password was just reset with a code sent to this address. All devices have been signed out.",
};

const notYou: Texts = {
  "zh-tw": "若不是您本人操作，請檢查電郵帳號的安全，立即再次重設密碼，並通知機構的管理員。",
  "zh-cn": "若不是您本人操作，请检查邮箱账号的安全，立即再次重置密码，并通知机构的管理员。",
  en: "If this was not you, secure your mailbox, reset the password again at once and tell your administrator.",
};

/** Tells an account's holder that the password is a new one. */
export function passwordResetMail({ email, language }: { email: string; language: Language }): Mail {
  return { to: email, language, subject: subject[language], paragraphs: [what[language], notYou[language]] };
}
