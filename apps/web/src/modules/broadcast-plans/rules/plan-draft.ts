import type { PlanForm, PlanInfo } from "@homeroom/contract/broadcast-plans";
import { ExplicitLeadQuery, explicitQuery, type LeadQuery } from "@homeroom/contract/lead-query";
import { mergeValues } from "#ui/drawer-form/merge.ts";
import type { Audience } from "../api.ts";

/** The data of a wizard: a form without the fields that each save sets itself. */
export type PlanDraft = Omit<PlanForm, "recordID" | "draft" | "version" | "scheduleTime"> & {
  scheduleTime: string | null;
};

/** The form of a new, edited or copied plan. A copy starts without a time, since the original's is in the past. */
export function draftOf(plan: PlanInfo | null, isCopy: boolean): PlanDraft {
  if (!plan) return { ...empty };
  return {
    name: plan.name,
    kind: plan.kind,
    branchID: plan.kind === "email" ? (plan.branch?.branchID ?? null) : null,
    emailTemplateID: plan.emailTemplate?.recordID ?? null,
    spreadHours: plan.spreadHours,
    mostUnanswered: plan.mostUnanswered,
    channel: plan.channel?.channelID ?? null,
    templateID: plan.template?.recordID ?? null,
    variables: plan.variables,
    targetIDs: plan.targets.map(({ recordID }) => recordID),
    filter: plan.filter && explicitQuery(plan.filter),
    numbers: plan.numbers.map((number) => `+${number}`),
    scheduleTime: isCopy ? null : plan.scheduleTime,
    perMinute: plan.perMinute,
  };
}

/**
 * The unsaved changes, merged with a save by somebody else. `base`: the common starting point. For `both` fields, which the
 * two changed, the writer's value is kept.
 */
export function broughtUpToDate(
  plan: PlanInfo,
  { base, mine }: { base: PlanDraft; mine: PlanDraft },
): { draft: PlanDraft; both: string[] } {
  const fields = Object.keys(empty).map((name) => [name]);
  const { values, both } = mergeValues({ base, mine, theirs: draftOf(plan, false) }, fields);
  return { draft: values as PlanDraft, both: both.map(({ path }) => String(path[0])) };
}

const empty: PlanDraft = {
  name: "",
  kind: "whatsapp",
  branchID: null,
  emailTemplateID: null,
  spreadHours: null,
  mostUnanswered: null,
  channel: null,
  templateID: null,
  variables: {},
  targetIDs: [],
  filter: null,
  numbers: [],
  scheduleTime: null,
  perMinute: null,
};

/** The filter in an address; null if it is not valid. */
export function filterOfAddress(text: string): ExplicitLeadQuery | null {
  try {
    return ExplicitLeadQuery.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a plan has recipients. */
export function hasAudience({ kind, targetIDs, filter, numbers }: PlanDraft): boolean {
  return targetIDs.length > 0 || filter !== null || (kind === "whatsapp" && numbers.length > 0);
}

/** The conditions of a filter; a filter for everyone has none. */
export function conditionsOfFilter({ everyone: _everyone, ...rule }: ExplicitLeadQuery): LeadQuery {
  return rule;
}

/** The edited plan, if it is sent again to recipients of another plan. */
export type SentAgain = Pick<PlanInfo, "recordID" | "sourcePart">;

/** The request that the server counts and prices. */
export function audienceOf(draft: PlanDraft, again?: SentAgain): Audience {
  const { kind, branchID, emailTemplateID, channel, templateID, variables, targetIDs, filter, numbers } = draft;
  const plan = again && { recordID: again.recordID };
  if (kind === "email") return { kind, branchID, emailTemplateID, targetIDs, filter, ...plan };
  return { ...plan, kind, channel, templateID, variables, targetIDs, filter, numbers };
}

/** Typed numbers, one a line. */
export function typedNumbers(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
