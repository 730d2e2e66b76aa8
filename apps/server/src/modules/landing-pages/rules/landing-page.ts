import type { BranchId, FileId } from "@homeroom/contract/ids";
import type { AddPageForm, EditPageForm, PublishStatus } from "@homeroom/contract/landing-pages";
import { picturesOf, type Section, Sections } from "@homeroom/contract/page-design/sections";
import type { LandingPageTable, PublishedColumn } from "@homeroom/database/landing-tables";
import type { Insertable, Selectable } from "kysely";
import type { FieldFault } from "#platform/errors/app-error";
import { missingField } from "#platform/errors/refuse-faults";
import { checkPhone } from "#platform/phones/phones";

export type LandingPage = Selectable<LandingPageTable>;

/** What a version keeps of a page. */
export type PublishedContent = Pick<LandingPage, PublishedColumn>;

/** What a form decides of a page. */
export type WholeForm = Omit<AddPageForm, "recordID" | "template" | "likeID" | "branchID" | "sections"> & {
  branchID: BranchId;
  sections: Section[];
};

type EditableColumn =
  | PublishedColumn
  | "name"
  | "url_name"
  | "domain_id"
  | "branch_id"
  | "category_id"
  | "channel_id"
  | "secondary_channel_id"
  | "webhook_url";
export type PageColumns = Pick<Insertable<LandingPageTable>, EditableColumn>;

/** Where a page stands. */
export function statusOf(
  page: Pick<LandingPage, "live_version_id" | "published_at" | "published_revision" | "revision">,
) {
  const status = (): PublishStatus => {
    if (page.published_at === null) return "draft";
    if (page.live_version_id === null) return "offline";
    return page.published_revision === page.revision ? "published" : "changed";
  };
  return status();
}

/** A stored page as its form has it. */
export function formOf(page: LandingPage): WholeForm {
  return {
    name: page.name,
    urlName: page.url_name,
    domainID: page.domain_id,
    theme: page.theme,
    categoryID: page.category_id,
    language: page.language,
    branchID: page.branch_id,
    channelID: page.channel_id,
    secondaryChannelID: page.secondary_channel_id,
    buttonAction: page.button_action,
    areaCode: page.area_code,
    phone: page.phone,
    presetText: page.preset_text,
    lineID: page.line_id,
    buttonURL: page.button_url,
    webhookURL: page.webhook_url,
    trackingCode: page.tracking_code,
    lineTracking: page.line_tracking,
    title: page.title,
    description: page.description,
    shareImage: page.share_file_id,
    icon: page.icon_file_id,
    consentText: page.consent_text,
    // The database orders the fields of a section by itself.
    sections: Sections.parse(page.sections),
  };
}

/** What was sent of an edit, without what names the page. */
export function sentFields({ recordID: _id, version: _version, ...fields }: EditPageForm) {
  return fields;
}

/** What a form says, as columns, or what is wrong with it by field. */
export function columnsOf(form: WholeForm): { columns: PageColumns } | { faults: FieldFault[] } {
  const phone = checkPhone(form.areaCode, form.phone);
  const faults = [...phoneFaults(form, phone), ...targetFaults(form)];
  if (faults.length > 0 || "fault" in phone) return { faults };
  const pictures = [form.shareImage, form.icon].filter((id) => id !== null);
  return {
    columns: {
      name: form.name,
      url_name: form.urlName,
      domain_id: form.domainID,
      theme: form.theme,
      category_id: form.categoryID,
      language: form.language,
      branch_id: form.branchID,
      channel_id: form.channelID,
      secondary_channel_id: form.channelID === null ? null : form.secondaryChannelID,
      button_action: form.buttonAction,
      area_code: phone.e164 === null ? "" : form.areaCode,
      phone: phone.digits,
      preset_text: form.presetText,
      line_id: form.lineID.replace(/^@/, ""),
      button_url: form.buttonURL,
      webhook_url: form.webhookURL,
      tracking_code: form.trackingCode,
      line_tracking: form.lineTracking,
      title: form.title,
      description: form.description,
      share_file_id: form.shareImage,
      icon_file_id: form.icon,
      consent_text: form.consentText,
      sections: JSON.stringify(form.sections),
      picture_ids: [...new Set([...picturesOf(form.sections), ...pictures])],
    },
  };
}

function phoneFaults({ buttonAction }: WholeForm, phone: ReturnType<typeof checkPhone>): FieldFault[] {
  if ("fault" in phone) return [{ field: phone.fault, name: "FIELD_INVALID" }];
  return buttonAction === "whatsapp" && phone.e164 === null ? [missingField("phone")] : [];
}

/** A button leads somewhere. */
function targetFaults({ buttonAction, lineID, buttonURL }: WholeForm): FieldFault[] {
  if (buttonAction === "line" && lineID.replace(/^@/, "") === "") return [missingField("lineID")];
  if (buttonAction === "url" && buttonURL === "") return [missingField("buttonURL")];
  return [];
}

/** Nobody undoes more. */
const maxFormer = 200;

/** The pictures that a page's draft had and has no more, once its pictures are `next`. */
export function formerPictures(page: LandingPage, next: readonly FileId[]): FileId[] {
  const had = new Set([...page.former_picture_ids, ...page.picture_ids]);
  return [...had].filter((id) => !next.includes(id)).slice(-maxFormer);
}

/** Columns that visitors do not see: a change of theirs leaves a published page as it is. */
const unseen = new Set<string>(["branch_id", "category_id", "channel_id", "secondary_channel_id", "webhook_url"]);

/** Whether a form changes something, and whether visitors would see it. */
export function changesOf(before: LandingPage, after: PageColumns): { changed: boolean; isSeen: boolean } {
  const changed = Object.entries(after).filter(([name, value]) => {
    const held: unknown = before[name as keyof LandingPage];
    if (name === "sections") return JSON.stringify(formOf(before).sections) !== value;
    return JSON.stringify(held) !== JSON.stringify(value);
  });
  return { changed: changed.length > 0, isSeen: changed.some(([name]) => !unseen.has(name)) };
}

/** An editor saves by itself every few seconds: those saves are one entry of the audit log. */
const sameSittingMs = 600_000;

/** Whether a save goes on with what the same person did just now. */
export function isSameSitting({ updated_by: by, updated_at: at }: LandingPage, accountId: string): boolean {
  return by === accountId && Date.now() - at.getTime() < sameSittingMs;
}

/** What the audit log compares: the names of the wire, and of the sections how many there are. */
export function auditFields(columns: PageColumns): Record<string, unknown> {
  const sections = JSON.parse(columns.sections ?? "[]") as unknown[];
  return {
    name: columns.name,
    urlName: columns.url_name,
    theme: columns.theme,
    language: columns.language,
    buttonAction: columns.button_action,
    phone: columns.phone,
    presetText: columns.preset_text,
    lineID: columns.line_id,
    buttonURL: columns.button_url,
    webhookURL: columns.webhook_url,
    trackingCode: columns.tracking_code,
    lineTracking: columns.line_tracking,
    title: columns.title,
    description: columns.description,
    consentText: columns.consent_text,
    sections: sections.length,
  };
}
