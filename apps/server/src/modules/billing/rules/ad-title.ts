import type { AdServiceType } from "@homeroom/contract/ad-services";
import { defaultLanguage, type Language, languages, type Texts } from "@homeroom/contract/language";

const titles: Readonly<Record<AdServiceType, Texts>> = {
  leads: { "zh-tw": "廣告投放：名單", "zh-cn": "广告投放：线索", en: "Ad placement: leads" },
  traffic: { "zh-tw": "廣告投放：流量", "zh-cn": "广告投放：流量", en: "Ad placement: traffic" },
  graphic: { "zh-tw": "廣告圖文製作", "zh-cn": "广告图文制作", en: "Ad design" },
};

/** The title of a service on orders, receipts and reports, in a language of the product or else its first. */
export function adTitle(type: AdServiceType, locale: string): string {
  return titles[type][languages.find((one) => one === locale) ?? defaultLanguage];
}

/** Translates a title written in any language of the product; returns other texts unchanged. */
export function adTitleIn(title: string, language: Language): string {
  const texts = Object.values(titles).find((one) => languages.some((written) => one[written] === title));
  return texts?.[language] ?? title;
}
