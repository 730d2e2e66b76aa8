import type { TemplateRow } from "@homeroom/contract/message-templates";
import { hasAudience, type PlanDraft } from "./plan-draft.ts";
import { emptyPlaces } from "./template-places.ts";

/** The steps of the wizard, in order. */
export const planSteps = ["who", "what", "when", "check"] as const;
type PlanStep = (typeof planSteps)[number];

const stepOfField: Readonly<Record<keyof PlanDraft, PlanStep>> = {
  ...{ name: "who", kind: "who", targetIDs: "who", filter: "who", numbers: "who" },
  ...{ channel: "what", branchID: "what", templateID: "what", emailTemplateID: "what", variables: "what" },
  ...{ scheduleTime: "when", perMinute: "when", spreadHours: "when", mostUnanswered: "when" },
};

/** The first step with one of the refused fields, counted from 0; null if none has. */
export function stepWithFault(errors: readonly { field: string }[]): number | null {
  const [first] = stepsWith(errors.map(({ field }) => field.split(/[.[]/)[0] ?? ""));
  return first === undefined ? null : planSteps.indexOf(first);
}

/** The steps that have some of these fields. */
export function stepsWith(fields: readonly string[]): PlanStep[] {
  const names = new Set(fields);
  return planSteps.filter((step) =>
    (Object.keys(stepOfField) as (keyof PlanDraft)[]).some((name) => stepOfField[name] === step && names.has(name)),
  );
}

/** What a step of the wizard still needs; `places`: the keys of a template's empty placeholders. */
export type MissingPart =
  | { part: "name" | "audience" | "template" | "sender" | "emailTemplate" }
  | { part: "places"; places: string[] };

/** What each step of the wizard lacks, in order; null: nothing. `template` is the chosen one, if it can be used. */
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
