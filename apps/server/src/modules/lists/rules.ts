import type { Texts } from "@homeroom/contract/language";
import { type CustomList, customLists } from "@homeroom/contract/media";

interface DefaultItem {
  readonly code: string;
  readonly names: Texts;
}

const item = (code: string, tw: string, cn: string, en: string): DefaultItem => ({
  code,
  names: { "zh-tw": tw, "zh-cn": cn, en },
});

/** The initial items of an organisation's lists, in their order. Codes stay when names change. */
export const defaultItems: Partial<Record<CustomList, readonly DefaultItem[]>> = {
  [customLists.contactResults]: [
    item("callFollow", "致電並繼續跟進", "致电并继续跟进", "Called, keep following"),
    item("callClose", "致電並結案", "致电并结案", "Called, closed"),
    item("unreachableClose", "聯絡不上，結案", "联系不上，结案", "Unreachable, closed"),
    item("notConnected", "電話未接通", "电话未接通", "Call not connected"),
    item(
      "whatsappNoReply",
      "已用 WhatsApp 跟進，客戶未回覆",
      "已用 WhatsApp 跟进，客户未回复",
      "WhatsApp followed, no reply",
    ),
    item("whatsappReplied", "WhatsApp 客戶已回覆", "WhatsApp 客户已回复", "WhatsApp, customer replied"),
    item("invalidNumber", "無效號碼", "无效号码", "Invalid number"),
  ],
  [customLists.leadStatuses]: [
    item("new", "新名單", "新名单", "New"),
    item("following", "跟進中", "跟进中", "Following"),
    item("appointment", "已預約", "已预约", "Appointment"),
    item("trial", "試堂", "试听", "Trial"),
    item("deal", "成交", "成交", "Deal"),
    item("closed", "結案", "结案", "Closed"),
  ],
  [customLists.regularContactTypes]: [
    item("routine", "定期回訪", "定期回访", "Routine revisit"),
    item("renewal", "續報關懷", "续报关怀", "Renewal care"),
    item("special", "特別關懷", "特别关怀", "Special care"),
  ],
  [customLists.landingCategories]: [
    item("camp", "營隊", "营队", "Camps"),
    item("trialLesson", "試堂", "试听", "Trial lessons"),
    item("course", "課程招生", "课程招生", "Courses"),
    item("openDay", "開放日", "开放日", "Open days"),
    item("other", "其他", "其他", "Other"),
  ],
};

/** The texts of a default item in every language; undefined for an organisation's own item. */
export function builtInItem(list: CustomList, code: string | null): Texts | undefined {
  return code === null ? undefined : defaultItems[list]?.find((one) => one.code === code)?.names;
}

/** The channels that every organisation has; the product itself assigns leads to them, by code. */
export const defaultChannels = [
  "WhatsApp_chat",
  "Line_Default",
  "WhatsApp_default",
  "Paid_broadcast_whatsApp",
] as const;
export type DefaultChannel = (typeof defaultChannels)[number];

/** Google's known campaign media, for building links. */
export const utmMediums = [
  "cpc",
  "paid_social",
  "social",
  "email",
  "sms",
  "banner",
  "affiliate",
  "referral",
  "qr",
] as const;

/** Items that the product itself gives to leads; they can be renamed but not removed. */
export const codesInUse: readonly string[] = ["new", "deal", "closed"];
