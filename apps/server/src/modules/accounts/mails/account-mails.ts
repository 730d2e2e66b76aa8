import { fillText, type Language, type Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";

/** The recipient of a mail about an account, and what it names. */
interface About {
  readonly to: string;
  readonly language: Language;
  readonly organization: string;
  readonly nickname: string;
}

const hello: Texts = { "zh-tw": "{nickname}，您好：", "zh-cn": "{nickname}，您好：", en: "Hello {nickname}," };

const invited: Readonly<Record<"subject" | "body" | "name" | "button", Texts>> = {
  subject: {
    "zh-tw": "{organization} 邀請您使用 Homeroom",
    "zh-cn": "{organization} 邀请您使用 Homeroom",
    en: "{organization} invites you to Homeroom",
  },
  body: {
    "zh-tw": "{organization} 已為您建立 Homeroom 帳號。",
    "zh-cn": "{organization} 已为您创建 Homeroom 账号。",
    en: "{organization} has created a Homeroom account for you.",
  },
  name: { "zh-tw": "登入帳號：{email}", "zh-cn": "登录账号：{email}", en: "Sign in as: {email}" },
  button: { "zh-tw": "前往登入", "zh-cn": "前往登录", en: "Sign in" },
};

/** How a new person gets their own password. */
const firstPasswords: Readonly<Record<"fixed" | "random" | "none", Texts>> = {
  fixed: {
    "zh-tw":
      "請於 7 天內以機構的初始密碼登入（向管理員索取）。首次登入時，系統會寄驗證碼到此信箱，接著請設定自己的密碼。",
    "zh-cn":
      "请于 7 天内用机构的初始密码登录（向管理员索取）。首次登录时，系统会发送验证码到此邮箱，然后请设置自己的密码。",
    en: "Ask your administrator for the initial password and sign in within 7 days. When you first sign in, you receive a code at this address; then choose your own password.",
  },
  random: {
    "zh-tw": "請向管理員索取您的初始密碼，於 72 小時內登入並設定自己的密碼。",
    "zh-cn": "请向管理员索取您的初始密码，并在 72 小时内登录、设置自己的密码。",
    en: "Ask your administrator for your initial password. Sign in within 72 hours and choose your own.",
  },
  none: {
    "zh-tw": "請在登入頁點選「忘記密碼」，以此電郵設定您的密碼。",
    "zh-cn": "请在登录页点击“忘记密码”，用此邮箱设置您的密码。",
    en: "Choose “Forgot password” on the sign-in page to set your password with this address.",
  },
};

/** Tells a new person where to sign in and with which name, without the password. */
export function invitationMail(
  about: About,
  { password, signInAddress }: { password: keyof typeof firstPasswords; signInAddress: string },
): Mail {
  const { subject, body, name, button } = invited;
  const paragraphs = [hello, body, name, firstPasswords[password]];
  return { ...letter(about, subject, paragraphs), button: { label: button[about.language], address: signInAddress } };
}

const reset: Readonly<Record<"subject" | "body" | "next", Texts>> = {
  subject: {
    "zh-tw": "您的登入密碼已被重設",
    "zh-cn": "您的登录密码已被重置",
    en: "Your password was reset",
  },
  body: {
    "zh-tw": "{organization} 的管理員 {operator} 已重設您的 Homeroom 登入密碼，所有裝置均已登出。",
    "zh-cn": "{organization} 的管理员 {operator} 已重置您的 Homeroom 登录密码，所有设备均已退出登录。",
    en: "{operator} of {organization} has reset your Homeroom password. You are signed out everywhere.",
  },
  next: {
    "zh-tw": "請向管理員索取新密碼，於 72 小時內登入並設定自己的密碼。若您沒有要求重設，請儘快聯絡管理員。",
    "zh-cn": "请向管理员索取新密码，并在 72 小时内登录、设置自己的密码。若您没有要求重置，请尽快联系管理员。",
    en: "Ask the administrator for the new password. Sign in within 72 hours and choose your own. If you did not ask for this, contact the administrator as soon as possible.",
  },
};

/** Tells a person that their password was reset, and who did it. */
export function passwordResetMail(about: About, operator: string): Mail {
  return letter(about, reset.subject, [hello, reset.body, reset.next], { operator });
}

const moved: Readonly<Record<"subject" | "body" | "next", Texts>> = {
  subject: {
    "zh-tw": "您的登入電郵已更改",
    "zh-cn": "您的登录邮箱已更改",
    en: "Your sign-in e-mail was changed",
  },
  body: {
    "zh-tw": "{organization} 的管理員 {operator} 已將您的 Homeroom 登入電郵改為 {newEmail}。",
    "zh-cn": "{organization} 的管理员 {operator} 已将您的 Homeroom 登录邮箱改为 {newEmail}。",
    en: "{operator} of {organization} has changed your Homeroom sign-in e-mail to {newEmail}.",
  },
  next: {
    "zh-tw": "密碼維持不變。若您不知道這項更改，請儘快聯絡管理員。",
    "zh-cn": "密码保持不变。若您不知道这项更改，请尽快联系管理员。",
    en: "Your password stays the same. If you did not expect this change, contact the administrator as soon as possible.",
  },
};

/** Tells a person, at the old and the new address, that their sign-in e-mail has changed. */
export function emailChangedMail(about: About, change: { operator: string; newEmail: string }): Mail {
  return letter(about, moved.subject, [hello, moved.body, moved.next], change);
}

function letter(about: About, subject: Texts, paragraphs: readonly Texts[], more: Record<string, string> = {}): Mail {
  const { to, language, organization, nickname } = about;
  const words = { organization, nickname, email: to, ...more };
  const fill = (text: Texts) => fillText(text, language, words);
  return { to, language, subject: fill(subject), paragraphs: paragraphs.map(fill), urgent: true };
}
