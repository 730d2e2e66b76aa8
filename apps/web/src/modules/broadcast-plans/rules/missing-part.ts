import type { TemplateRow } from "@homeroom/contract/message-templates";
import { hasAudience, type PlanDraft } from "./plan-draft.ts";
import { emptyPlaces } from "./template-places.ts";

/** What a step of the wizard still needs; `places`: the keys of a template's places that are empty. */
export type MissingPart =
  | { part: "name" | "audience" | "template" | "sender" | "emailTemplate" }
  | { part: "places"; places: string[] };

/** What each step of the wizard lacks, in their order; null: nothing. `template` is the chosen one, if it can be used. */
export function missingParts(draft: PlanDraft, template: TemplateRow | undefined): (MissingPart | null)[] {
  return [missingWho(draft), draft.kind === "email" ? missingMail(draft) : missingMessage(draft, template), null, null];
}

function missingWho(draft: PlanDraft): MissingPart | null {
  if (draft.name.trim() === "") return { part: "name" };
  return hasAudience(draft) ? null : { part: "audience" };
}

function missingMail({ branchID, emailTemplateID }: PlanDraft): MissingPart | null {
  if (branchID === null) return { part: "sender" };
  return emailTemplateID === null ? { part: "emailTemplate" } : null;
}

function missingMessage({ variables }: PlanDraft, template: TemplateRow | undefined): MissingPart | null {
  if (!template) return { part: "template" };
  const places = emptyPlaces(template, variables);
  return places.length > 0 ? { part: "places", places } : null;
}
