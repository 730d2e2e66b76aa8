import { defaultLanguage, type Language, languages, type Texts } from "@homeroom/contract/language";
import { minuteOf } from "#platform/clock/days";
import type { Mail } from "#platform/mail/mail";
import type { Owner } from "./port.ts";
import { type NoticeKind, removalDueAt, renewalDueAt } from "./rules/membership.ts";

/** To the owner: everything will be deleted in a day. */
export function wipeRequestedMail(owner: Owner, about: { organization: string; dueAt: Date; timeZone: string }): Mail {
  const time = momentText(about.dueAt, about.timeZone);
  return mailOf(owner, {
    subject: {
      "zh-tw": `「${about.organization}」的所有資料將於 24 小時後刪除`,
      "zh-cn": `“${about.organization}”的所有数据将于 24 小时后删除`,
      en: `All data of ${about.organization} will be deleted in 24 hours`,
    },
    paragraphs: [
      {
        "zh-tw": `您要求刪除「${about.organization}」的所有資料，包括名單、對話、檔案、員工與設定。刪除將於 ${time} 開始，之後無法復原。`,
        "zh-cn": `您要求删除“${about.organization}”的所有数据，包括名单、对话、文件、员工与设置。删除将于 ${time} 开始，之后无法恢复。`,
        en: `You asked to delete all data of ${about.organization}: leads, conversations, files, staff and settings. The deletion starts on ${time} and cannot be undone.`,
      },
      {
        "zh-tw": "在此之前，您或任何管理員都可以在頁面上方的提示中撤回。若不是您本人操作，請立即撤回並更改密碼。",
        "zh-cn": "在此之前，您或任何管理员都可以在页面上方的提示中撤回。若不是您本人操作，请立即撤回并更改密码。",
        en: "Until then you or any admin can withdraw the request in the notice at the top of the page. If this was not you, withdraw it now and change your password.",
      },
    ],
  });
}

/** To the owner: the deletion was withdrawn. */
export function wipeWithdrawnMail(owner: Owner, about: { organization: string; by: string }): Mail {
  return mailOf(owner, {
    subject: {
      "zh-tw": `「${about.organization}」的資料刪除已撤回`,
      "zh-cn": `“${about.organization}”的数据删除已撤回`,
      en: `The deletion of ${about.organization} was withdrawn`,
    },
    paragraphs: [
      {
        "zh-tw": `${about.by} 已撤回資料刪除，所有資料保持不變。`,
        "zh-cn": `${about.by} 已撤回数据删除，所有数据保持不变。`,
        en: `${about.by} withdrew the deletion. All data remain unchanged.`,
      },
    ],
  });
}

/** To the former owner: everything was deleted. */
export function dataRemovedMail(owner: Owner, about: { organization: string; reason: "wipe" | "expiry" }): Mail {
  const why: Record<typeof about.reason, Texts> = {
    wipe: {
      "zh-tw": `依您的要求，「${about.organization}」的所有資料已刪除，無法復原。`,
      "zh-cn": `依您的要求，“${about.organization}”的所有数据已删除，无法恢复。`,
      en: `As you asked, all data of ${about.organization} have been deleted. This cannot be undone.`,
    },
    expiry: {
      "zh-tw": `「${about.organization}」到期已超過 30 天，所有資料已刪除，無法復原。`,
      "zh-cn": `“${about.organization}”到期已超过 30 天，所有数据已删除，无法恢复。`,
      en: `The plan of ${about.organization} ended more than 30 days ago. All its data have been deleted and cannot be recovered.`,
    },
  };
  return mailOf(owner, {
    subject: {
      "zh-tw": `「${about.organization}」的資料已刪除`,
      "zh-cn": `“${about.organization}”的数据已删除`,
      en: `The data of ${about.organization} have been deleted`,
    },
    paragraphs: [
      why[about.reason],
      {
        "zh-tw": "感謝您使用 Homeroom。您可以隨時用同一個電郵重新註冊。",
        "zh-cn": "感谢您使用 Homeroom。您可以随时用同一个邮箱重新注册。",
        en: "Thank you for using Homeroom. You can register again with the same address at any time.",
      },
    ],
  });
}

interface Ending {
  kind: NoticeKind;
  isTrial: boolean;
  /** Its linked card renews the plan. */
  isRenewed: boolean;
  organization: string;
  expiresAt: Date;
  /** The time after which only reading, exporting and paying are possible. */
  closesAt: Date;
  timeZone: string;
  /** The product's address; without it the mail has no button. */
  address: string | undefined;
}

/** To the owner: the plan, its days of grace, or the storage after them is about to end. */
export function membershipMail(owner: Owner, about: Ending): Mail {
  const text = (moment: Date) => momentText(moment, about.timeZone);
  const moments = {
    expired: text(about.expiresAt),
    charged: text(renewalDueAt(about.expiresAt)),
    closed: text(about.closesAt),
    removed: text(removalDueAt(about.expiresAt)),
  };
  const mail = mailOf(owner, textsOf(about)(about.organization, moments));
  if (!about.address) return mail;
  const label: Texts = { "zh-tw": "查看我的方案", "zh-cn": "查看我的套餐", en: "See my plan" };
  const address = new URL("/system/payment", about.address).href;
  return { ...mail, button: { label: label[mail.language], address } };
}

interface MailTexts {
  subject: Texts;
  paragraphs: Texts[];
}

/**
 * The end of the plan, the charge of its linked card before, the time from which only reading, exporting and paying are
 * possible, and the removal of the data.
 */
interface Moments {
  charged: string;
  expired: string;
  closed: string;
  removed: string;
}

function textsOf({ kind, isTrial, isRenewed }: Ending): (name: string, moments: Moments) => MailTexts {
  if (isRenewed) return renewalTexts;
  if (kind.startsWith("expiry")) return isTrial ? trialTexts : endingTexts;
  return kind.startsWith("closing") ? closingTexts : removalTexts;
}

function trialTexts(name: string, { expired, closed, removed }: Moments): MailTexts {
  return {
    subject: {
      "zh-tw": `「${name}」的試用將於 ${expired} 結束`,
      "zh-cn": `“${name}”的试用将于 ${expired} 结束`,
      en: `The trial of ${name} ends on ${expired}`,
    },
    paragraphs: [
      {
        "zh-tw": `「${name}」的免費試用將於 ${expired} 結束。現在購買方案，時間會接在試用之後，不會少一天。`,
        "zh-cn": `“${name}”的免费试用将于 ${expired} 结束。现在购买套餐，时间会接在试用之后，不会少一天。`,
        en: `The free trial of ${name} ends on ${expired}. If you buy a plan now, it starts after the trial, so you do not lose any days.`,
      },
      ...afterwards({ closed, removed }),
    ],
  };
}

function endingTexts(name: string, { expired, closed, removed }: Moments): MailTexts {
  return {
    subject: {
      "zh-tw": `「${name}」的方案將於 ${expired} 到期`,
      "zh-cn": `“${name}”的套餐将于 ${expired} 到期`,
      en: `The plan of ${name} ends on ${expired}`,
    },
    paragraphs: [
      {
        "zh-tw": `「${name}」的方案將於 ${expired} 到期。續訂後即可繼續使用。`,
        "zh-cn": `“${name}”的套餐将于 ${expired} 到期。续订后即可继续使用。`,
        en: `The plan of ${name} ends on ${expired}. Renew it to continue using Homeroom.`,
      },
      ...afterwards({ closed, removed }),
    ],
  };
}

function renewalTexts(name: string, { expired, charged }: Moments): MailTexts {
  return {
    subject: {
      "zh-tw": `「${name}」的方案將於 ${charged} 自動續訂`,
      "zh-cn": `“${name}”的套餐将于 ${charged} 自动续订`,
      en: `The plan of ${name} renews itself on ${charged}`,
    },
    paragraphs: [
      {
        "zh-tw": `「${name}」的方案將於 ${expired} 到期，已連結的付款帳戶會在 ${charged} 自動付款續訂，您不必做任何事。`,
        "zh-cn": `“${name}”的套餐将于 ${expired} 到期，已关联的付款账户会在 ${charged} 自动付款续订，您不必做任何事。`,
        en: `The plan of ${name} ends on ${expired}. The linked payment account pays for its renewal on ${charged}. You need not do anything.`,
      },
      {
        "zh-tw": "若不想續訂，請在扣款前取消連結付款帳戶。",
        "zh-cn": "若不想续订，请在扣款前取消关联付款账户。",
        en: "If you do not want to renew it, unlink the payment account before then.",
      },
    ],
  };
}

function closingTexts(name: string, { expired, closed, removed }: Moments): MailTexts {
  return {
    subject: {
      "zh-tw": `「${name}」的方案已到期，寬限期至 ${closed}`,
      "zh-cn": `“${name}”的套餐已到期，宽限期至 ${closed}`,
      en: `The plan of ${name} has ended; the grace period lasts until ${closed}`,
    },
    paragraphs: [
      {
        "zh-tw": `「${name}」的方案已於 ${expired} 到期。寬限期內一切照常；此時續訂，新的時間由原到期日起計算。`,
        "zh-cn": `“${name}”的套餐已于 ${expired} 到期。宽限期内一切照常；此时续订，新的时间从原到期日起计算。`,
        en: `The plan of ${name} ended on ${expired}. Everything keeps working during the grace period. If you renew now, the new period starts from the old end date.`,
      },
      ...afterwards({ closed, removed }),
    ],
  };
}

function afterwards({ closed, removed }: Pick<Moments, "closed" | "removed">): Texts[] {
  return [
    {
      "zh-tw": `${closed} 起只能查看、匯出和付款，直到續訂為止。`,
      "zh-cn": `${closed} 起只能查看、导出和付款，直到续订为止。`,
      en: `From ${closed} you can only view, export and pay, until you renew.`,
    },
    {
      "zh-tw": `到期後資料保留 30 天，將於 ${removed} 刪除。`,
      "zh-cn": `到期后数据保留 30 天，将于 ${removed} 删除。`,
      en: `Your data are kept for 30 days after the end and are deleted on ${removed}.`,
    },
  ];
}

function removalTexts(name: string, { expired, removed }: Moments): MailTexts {
  return {
    subject: {
      "zh-tw": `「${name}」的所有資料將於 ${removed} 刪除`,
      "zh-cn": `“${name}”的所有数据将于 ${removed} 删除`,
      en: `All data of ${name} will be deleted on ${removed}`,
    },
    paragraphs: [
      {
        "zh-tw": `「${name}」已於 ${expired} 到期。若未續訂，名單、對話、檔案、員工與設定將於 ${removed} 刪除，無法復原。`,
        "zh-cn": `“${name}”已于 ${expired} 到期。若未续订，名单、对话、文件、员工与设置将于 ${removed} 删除，无法恢复。`,
        en: `The plan of ${name} ended on ${expired}. Unless it is renewed, its leads, conversations, files, staff and settings are deleted on ${removed}. This cannot be undone.`,
      },
    ],
  };
}

function mailOf(owner: Owner, { subject, paragraphs }: MailTexts): Mail {
  const language: Language = languages.find((one) => one === owner.locale) ?? defaultLanguage;
  return {
    to: owner.email,
    language,
    subject: subject[language],
    paragraphs: paragraphs.map((texts) => texts[language]),
  };
}

/** "2026-11-20 15:04 (Asia/Taipei)": exact, and the same in every language. */
function momentText(moment: Date, timeZone: string): string {
  return `${minuteOf(moment, timeZone)} (${timeZone})`;
}
