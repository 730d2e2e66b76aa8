import type { EmailBlock, EmailBlockType, EmailContent, EmailTemplateRow } from "@homeroom/contract/email-templates";
import type { RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import { newId } from "#platform/ids.ts";

type BlockValues = Record<string, unknown>;

/** The initial content of a new block. */
export function emptyBlock(type: EmailBlockType): BlockValues {
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
 * The initial values of a form: of a template, or of a new one with its usual parts. A new one already has its id, so that a
 * retry after a lost answer creates no second template.
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

/** The parts that have content, for a preview while the rest is being written. */
export function writtenSoFar(values: { blocks?: readonly Partial<EmailBlock>[]; subject?: string }): unknown {
  const blocks = (values.blocks ?? []).filter((block) => {
    if (block.type === "button") return Boolean(block.label?.trim()) && /^https?:\/\/\S+$/i.test(block.link ?? "");
    if (block.type === "image") return Boolean(block.fileID);
    return block.type === "divider" || Boolean(block.type && "text" in block && block.text?.trim());
  });
  return { ...values, subject: values.subject?.trim() || "…", blocks };
}

/** A template's content, without its id and name. */
export function contentOf({ language, category, subject, preheader, blocks }: EmailTemplateRow): EmailContent {
  return { language, category, subject, preheader, blocks };
}
