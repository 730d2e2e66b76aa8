import type { Language, Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";

const subject: Texts = {
  "zh-tw": "歡迎使用 Homeroom",
  "zh-cn": "欢迎使用 Homeroom",
  en: "Welcome to Homeroom",
};

const ready: Texts = {
  "zh-tw": "「{name}」已開通，試用至 {day}，期間可使用全部功能。",
  "zh-cn": "“{name}”已开通，试用至 {day}，期间可使用全部功能。",
  en: "{name} is ready. Your trial lasts until {day} and includes every feature.",
};

const signIn: Texts = {
  "zh-tw": "登入帳號：{email}",
  "zh-cn": "登录账号：{email}",
  en: "You sign in as {email}.",
};

const next: Texts = {
  "zh-tw": "接下來可以先補上分校資料、邀請員工，再連接 WhatsApp 或 LINE。",
  "zh-cn": "接下来可以先补上分校信息、邀请员工，再连接 WhatsApp 或 LINE。",
  en: "Next, complete your branch's details, invite your staff, then connect WhatsApp or LINE.",
};

const open: Texts = { "zh-tw": "開啟 Homeroom", "zh-cn": "打开 Homeroom", en: "Open Homeroom" };

const dateLocales: Record<Language, string> = { "zh-tw": "zh-Hant-TW", "zh-cn": "zh-Hans-CN", en: "en-GB" };

export interface WelcomeFacts {
  readonly email: string;
  readonly language: Language;
  readonly organizationName: string;
  readonly trialEndsAt: Date;
  readonly timeZone: string;
  /** Homeroom's public address; null if unknown. */
  readonly address: string | null;
}

/** The welcome mail to the owner of a new organisation. */
export function welcomeMail(facts: WelcomeFacts): Mail {
  const { email, language, address, timeZone } = facts;
  const day = new Intl.DateTimeFormat(dateLocales[language], { dateStyle: "long", timeZone }).format(facts.trialEndsAt);
  return {
    to: email,
    language,
    subject: subject[language],
    paragraphs: [
      ready[language].replace("{name}", () => facts.organizationName).replace("{day}", day),
      signIn[language].replace("{email}", () => email),
      next[language],
    ],
    ...(address && { button: { label: open[language], address } }),
  };
}
