import type { Language, Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";

/** A change to a person's sign-in. */
export type SecurityChange = "password" | "email" | "twoStepOn" | "twoStepOff" | "twoStepReset" | "newCodes";

const subjects: Readonly<Record<SecurityChange, Texts>> = {
  password: { "zh-tw": "您的登入密碼已更改", "zh-cn": "您的登录密码已修改", en: "Your password was changed" },
  email: { "zh-tw": "您的登入電郵已更改", "zh-cn": "您的登录邮箱已修改", en: "Your sign-in e-mail was changed" },
  twoStepOn: { "zh-tw": "兩步驟驗證已啟用", "zh-cn": "两步验证已启用", en: "Two-step sign-in was turned on" },
  twoStepOff: { "zh-tw": "兩步驟驗證已停用", "zh-cn": "两步验证已停用", en: "Two-step sign-in was turned off" },
  twoStepReset: {
    "zh-tw": "您的兩步驟驗證已被重設",
    "zh-cn": "您的两步验证已被重置",
    en: "Your two-step sign-in was reset",
  },
  newCodes: { "zh-tw": "已產生新的備用碼", "zh-cn": "已生成新的备用码", en: "New recovery codes were created" },
};

const what: Readonly<Record<SecurityChange, Texts>> = {
  password: {
    "zh-tw": "您的 Homeroom 登入密碼剛被更改，其他裝置已全部登出。",
    "zh-cn": "您的 Homeroom 登录密码刚被修改，其他设备已全部退出登录。",
    en: "The password of your Homeroom account has just been changed. All other devices were signed out.",
  },
  email: {
    "zh-tw": "您的 Homeroom 登入電郵剛改為 {detail}，此信箱將不再用於登入。",
    "zh-cn": "您的 Homeroom 登录邮箱刚改为 {detail}，此邮箱将不再用于登录。",
    en: "The sign-in e-mail of your Homeroom account has just been changed to {detail}. You can no longer sign in with this address.",
  },
  twoStepOn: {
    "zh-tw": "您的 Homeroom 帳號已啟用兩步驟驗證，之後登入需要驗證器 App 的驗證碼。請妥善保存備用碼。",
    "zh-cn": "您的 Homeroom 账号已启用两步验证，之后登录需要验证器 App 的验证码。请妥善保存备用码。",
    en: "Your Homeroom account now asks for a code from your authenticator app when you sign in. Keep the recovery codes in a safe place.",
  },
  twoStepOff: {
    "zh-tw": "您的 Homeroom 帳號已停用兩步驟驗證，之後登入只需要密碼。",
    "zh-cn": "您的 Homeroom 账号已停用两步验证，之后登录只需要密码。",
    en: "Two-step sign-in is now off for your Homeroom account. You only need your password to sign in.",
  },
  twoStepReset: {
    "zh-tw": "{detail} 已移除您 Homeroom 帳號的兩步驟驗證。請用密碼登入後重新啟用。",
    "zh-cn": "{detail} 已移除您 Homeroom 账号的两步验证。请用密码登录后重新启用。",
    en: "{detail} has removed two-step sign-in from your Homeroom account. Sign in with your password and turn it on again.",
  },
  newCodes: {
    "zh-tw": "您的 Homeroom 帳號已產生新的備用碼，舊的備用碼全部失效。",
    "zh-cn": "您的 Homeroom 账号已生成新的备用码，旧的备用码全部失效。",
    en: "New recovery codes were created for your Homeroom account. The old ones no longer work.",
  },
};

const notYou: Texts = {
  "zh-tw": "若不是您本人操作，請立即更改密碼並聯絡您的機構管理員。",
  "zh-cn": "如果不是您本人操作，请立即修改密码并联系您的机构管理员。",
  en: "If this was not you, change your password at once and contact your organisation's administrator.",
};

/** Notifies a person of a change to their sign-in. `detail` is the new address, or who did it. */
export function securityMail(to: { email: string; language: Language }, change: SecurityChange, detail = ""): Mail {
  const { email, language } = to;
  const text = what[change][language].replace("{detail}", () => detail);
  return {
    to: email,
    language,
    subject: subjects[change][language],
    paragraphs: [text, notYou[language]],
    urgent: true,
  };
}
