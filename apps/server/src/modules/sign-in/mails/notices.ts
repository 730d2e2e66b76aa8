import type { Language, Texts } from "@homeroom/contract/language";
import type { Mail } from "#platform/mail/mail";

/** The recipient of a notice, with language and time zone. */
export interface Reader {
  email: string;
  language: Language;
  timeZone: string;
}

const moments: Readonly<Record<Language, string>> = { "zh-tw": "zh-TW", "zh-cn": "zh-CN", en: "en-GB" };

function momentFor({ language, timeZone }: Reader, moment: Date): string {
  const style = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  return `${new Intl.DateTimeFormat(moments[language], style).format(moment)} (${timeZone})`;
}

const newPlaceSubject: Texts = {
  "zh-tw": "您的帳號在新的地方登入",
  "zh-cn": "您的账号在新的地方登录",
  en: "New sign-in to your account",
};

/** Somebody signed in from a network or device that the account has not used for a while. */
export function newPlaceMail(to: Reader, place: { device: string; address: string; at: Date }): Mail {
  const at = momentFor(to, place.at);
  const unknown: Texts = { "zh-tw": "未知裝置", "zh-cn": "未知设备", en: "an unknown device" };
  const device = place.device || unknown[to.language];
  const what: Texts = {
    "zh-tw": `您的 Homeroom 帳號剛從新的裝置或網路登入：${device}，IP 位址 ${place.address}，時間 ${at}。`,
    "zh-cn": `您的 Homeroom 账号刚从新的设备或网络登录：${device}，IP 地址 ${place.address}，时间 ${at}。`,
    en: `Somebody has just signed in to your Homeroom account from a new device or network: ${device}, IP address ${place.address}, at ${at}.`,
  };
  const then: Texts = {
    "zh-tw": "若是您本人，無須理會。若不是，請立即在「帳號設定 > 登入與安全」登出該裝置並更改密碼。",
    "zh-cn": "如果是您本人，无需理会。如果不是，请立即在“账号设置 > 登录与安全”让该设备退出登录并修改密码。",
    en: "If this was you, you do not need to do anything. If not, sign that device out at once under Account settings > Sign-in and security, and change your password.",
  };
  return mailOf(to, newPlaceSubject, [what, then]);
}

const lockOutSubject: Texts = {
  "zh-tw": "有帳號因多次登入失敗而暫時鎖定",
  "zh-cn": "有账号因多次登录失败而暂时锁定",
  en: "An account is temporarily locked after failed sign-ins",
};

/** Tells the owner that a person's account is locked for now. */
export function lockOutMail(to: Reader, about: { nickname: string; email: string; address: string; at: Date }): Mail {
  const at = momentFor(to, about.at);
  const what: Texts = {
    "zh-tw": `${about.nickname}（${about.email}）的帳號因連續登入失敗，暫時鎖定約 15 分鐘。最近一次嘗試來自 IP 位址 ${about.address}，時間 ${at}。`,
    "zh-cn": `${about.nickname}（${about.email}）的账号因连续登录失败，暂时锁定约 15 分钟。最近一次尝试来自 IP 地址 ${about.address}，时间 ${at}。`,
    en: `The account of ${about.nickname} (${about.email}) is locked for about 15 minutes after failed sign-ins. The last attempt came from IP address ${about.address}, at ${at}.`,
  };
  const then: Texts = {
    "zh-tw": "請向該員工確認。若不是本人操作，請為該帳號重設密碼並啟用兩步驟驗證。一小時內的其他嘗試不會再通知。",
    "zh-cn": "请向该员工确认。如果不是本人操作，请为该账号重置密码并启用两步验证。一小时内的其他尝试不会再通知。",
    en: "Ask whether it was them. If not, reset their password and ask them to turn on two-step sign-in. You get no further e-mail about attempts within an hour.",
  };
  return mailOf(to, lockOutSubject, [what, then]);
}

const recoverySubject: Texts = {
  "zh-tw": "有人使用備用碼登入您的帳號",
  "zh-cn": "有人使用备用码登录您的账号",
  en: "A recovery code was used to sign in",
};

/** Tells a person that one of their recovery codes is used up. */
export function recoveryCodeMail(to: Reader, about: { left: number; at: Date }): Mail {
  const at = momentFor(to, about.at);
  const what: Texts = {
    "zh-tw": `您的一組備用碼已在 ${at} 用於登入，還剩 ${about.left} 組。`,
    "zh-cn": `您的一组备用码已在 ${at} 用于登录，还剩 ${about.left} 组。`,
    en: `One of your recovery codes was used to sign in at ${at}. Codes left: ${about.left}.`,
  };
  const then: Texts = {
    "zh-tw": "您可在「帳號設定 > 登入與安全」產生新的備用碼。若不是您本人操作，請立即更改密碼。",
    "zh-cn": "您可在“账号设置 > 登录与安全”生成新的备用码。如果不是您本人操作，请立即修改密码。",
    en: "You can create new codes under Account settings > Sign-in and security. If this was not you, change your password at once.",
  };
  return mailOf(to, recoverySubject, [what, then]);
}

function mailOf({ email, language }: Reader, subject: Texts, paragraphs: readonly Texts[]): Mail {
  return {
    to: email,
    language,
    subject: subject[language],
    paragraphs: paragraphs.map((one) => one[language]),
    urgent: true,
  };
}
