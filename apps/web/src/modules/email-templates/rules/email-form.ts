import type { EmailBlock, EmailBlockType, EmailContent, EmailTemplateRow } from "@homeroom/contract/email-templates";
import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { newId } from "#platform/ids.ts";

type Written = Record<string, unknown>;

/** What a new block says before anything is written. */
export function emptyBlock(type: EmailBlockType): Written {
  switch (type) {
    case "heading":
    case "text":
    case "footer":
      return { type, text: "" };
    case "image":
      return { type, alt: "", link: "" };
    case "button":
      return { type, label: "", link: "https://" };
    case "divider":
      return { type };
  }
}

/**
 * The values that a form begins with: of a template, or of a new one with its usual parts. A new one has the id that it
 * will get: sent again after a lost answer, it makes no second template.
 */
export function formValues(template: EmailTemplateRow | null, language: Language) {
  if (!template) {
    const blocks = (["heading", "text", "button", "footer"] as const).map(emptyBlock);
    const newID = newId<RecordId>();
    return { newID, name: "", language, category: "marketing", subject: "", preheader: "", blocks };
  }
  const { recordID, name, category, subject, preheader, blocks, version } = template;
  return { recordID, name, language: template.language, category, subject, preheader, blocks, version };
}

/** The parts that say something already, for a preview while the rest is being written. */
export function writtenSoFar(values: { blocks?: readonly Partial<EmailBlock>[]; subject?: string }): unknown {
  const blocks = (values.blocks ?? []).filter((block) => {
    if (block.type === "button") return Boolean(block.label?.trim()) && /^https?:\/\/\S+$/i.test(block.link ?? "");
    if (block.type === "image") return Boolean(block.fileID);
    return block.type === "divider" || Boolean(block.type && "text" in block && block.text?.trim());
  });
  return { ...values, subject: values.subject?.trim() || "…", blocks };
}

/** What a template says, without what keeps it apart from others. */
export function contentOf({ language, category, subject, preheader, blocks }: EmailTemplateRow): EmailContent {
  return { language, category, subject, preheader, blocks };
}
