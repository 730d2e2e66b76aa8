import type { PlanDraft } from "./plan-draft.ts";

/** The steps of the wizard, in their order. */
export const planSteps = ["who", "what", "when", "check"] as const;
type PlanStep = (typeof planSteps)[number];

const stepOfField: Readonly<Record<keyof PlanDraft, PlanStep>> = {
  ...{ name: "who", kind: "who", targetIDs: "who", filter: "who", numbers: "who" },
  ...{ channel: "what", branchID: "what", templateID: "what", emailTemplateID: "what", variables: "what" },
  ...{ scheduleTime: "when", perMinute: "when", spreadHours: "when", mostUnanswered: "when" },
};

/** The first step that has one of the fields which the server refused, counted from 0; null where none has. */
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
