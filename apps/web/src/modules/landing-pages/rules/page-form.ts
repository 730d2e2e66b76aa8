import type { BranchId, RecordId } from "@homeroom/contract/ids";
import {
  type ButtonAccount,
  type EditPageForm,
  type PageInfo,
  publishStatuses,
} from "@homeroom/contract/landing-pages";
import type { Language } from "@homeroom/contract/language";
import { type TemplateName, templates } from "@homeroom/contract/page-design/templates";

/** The initial values of a new page. The id makes sending the form twice add only one page. */
export function emptyPage({
  recordID,
  branchID,
  language,
}: {
  recordID: RecordId;
  branchID: string;
  language: Language;
}) {
  return {
    recordID,
    name: "",
    urlName: "",
    domainID: null,
    template: "camp" as TemplateName,
    theme: templates.camp,
    categoryID: null,
    language,
    branchID: branchID as BranchId,
    channelID: null,
    secondaryChannelID: null,
    buttonAction: "form",
    areaCode: "+852",
    phone: "",
    presetText: "",
    lineID: "",
    buttonURL: "",
    webhookURL: "",
    trackingCode: "",
    lineTracking: false,
    title: "",
    description: "",
    shareImage: null,
    icon: null,
    consentText: "",
  } as const;
}

/** The settings of an existing page; its sections belong to the editor. */
export function formOf(page: PageInfo): EditPageForm {
  const { recordID, version, name, urlName, theme, language, channelID, secondaryChannelID, buttonAction } = page;
  const { areaCode, phone, presetText, lineID, buttonURL, trackingCode, title, description } = page;
  return {
    ...{ recordID, version, name, urlName, theme, language, channelID, secondaryChannelID, buttonAction },
    ...{ areaCode, phone, presetText, lineID, buttonURL, trackingCode, title, description },
    webhookURL: page.webhookURL,
    lineTracking: page.lineTracking,
    domainID: page.domainID,
    categoryID: page.category?.recordID ?? null,
    branchID: page.branch.branchID,
    shareImage: page.shareImage,
    icon: page.icon,
    consentText: page.consentText,
  };
}

/** A copy of an existing page, under new names. */
export function copyOf(page: PageInfo, { recordID, name }: { recordID: RecordId; name: string }) {
  const { version: _version, urlName: _urlName, ...form } = formOf(page);
  return {
    ...form,
    recordID,
    name: name.slice(0, 100),
    urlName: "",
    likeID: page.recordID,
    template: "blank" as const,
  };
}

/** The request from the address; unknown values are ignored. */
export function queryOf(values: Readonly<Record<string, readonly string[]>>, keywords: string) {
  const publishStatus = publishStatuses.filter((one) => values.publishStatus?.includes(one));
  const category = (values.category ?? []).filter((id) => /^[0-9a-f-]{36}$/i.test(id)) as RecordId[];
  return {
    ...(keywords && { keywords: keywords.slice(0, 100) }),
    ...(publishStatus.length > 0 && { publishStatus }),
    ...(category.length > 0 && { category: category.slice(0, 20) }),
  };
}

/** The fields of a page that define its button. */
export interface ButtonTarget {
  areaCode: string;
  phone: string;
  lineID: string;
}

/** The fields that lead to an account; those of the other kind are left out. */
export function targetOf({ buttonAction, areaCode, phone, lineID }: ButtonAccount): Partial<ButtonTarget> {
  return buttonAction === "line" ? { lineID } : { areaCode, phone };
}

/** Whether the fields refer to the account, in any notation. */
export function isTarget(account: ButtonAccount, target: ButtonTarget): boolean {
  if (account.buttonAction === "line") return bareId(account.lineID) === bareId(target.lineID);
  return account.areaCode === target.areaCode && bareDigits(account.phone) === bareDigits(target.phone);
}

const bareId = (lineID: string) => lineID.trim().replace(/^@/, "").toLowerCase();

/** Without the leading zero of a national number. */
const bareDigits = (phone: string) => phone.replace(/\D/g, "").replace(/^0/, "");
