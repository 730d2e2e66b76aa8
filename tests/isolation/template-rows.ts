import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { newId } from "./new-id.ts";
import type { Number } from "./number.ts";
import type { Stage } from "./stage.ts";

/** A template of the business account of a branch's number, and what the number is connected with. */
export interface TemplateRows {
  templateId: RecordId;
  templateName: string;
  whatsapp: Pick<Number, "phoneNumberId" | "businessAccountId" | "name">;
}

export function templateIds({ phoneNumberId, businessAccountId, name }: Number): TemplateRows {
  const templateId = newId();
  const templateName = `template_${templateId.replaceAll("-", "_")}`;
  return { templateId, templateName, whatsapp: { phoneNumberId, businessAccountId, name } };
}

const content = {
  type: "none",
  header: "",
  headerSample: "",
  headerImage: null,
  body: "您好，試聽課已經安排好了。",
  variables: [],
  footer: "",
  buttons: [],
};

/** A draft that was approved once, and a lead that was sent no marketing yet. */
export async function restoreTemplates(
  { base }: Stage,
  { templateId, templateName, whatsapp, leadId }: TemplateRows & { leadId: LeadId },
): Promise<void> {
  const text = JSON.stringify(content);
  await base.owner.query(
    `insert into message_template (organization_id, template_id, business_account_id, name, language, category, content, approved_content)
     select organization_id, $1, $2, $3, 'zh_TW', 'utility', $4, $4 from lead where lead_id = $5
     on conflict (organization_id, template_id) do update set content = excluded.content, approved_content = excluded.content,
       review_status = 'draft', provider_id = null, handed_over_at = null, submitted_at = null, deleted_at = null, version = 1, open_status = 1,
       stopped = null, updated_at = now()`,
    [templateId, whatsapp.businessAccountId, templateName, text, leadId],
  );
  await base.owner.query("delete from message_template where language = 'zh_HK' and name = $1", [templateName]);
}
