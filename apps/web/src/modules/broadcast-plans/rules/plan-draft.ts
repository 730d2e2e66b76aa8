import type { PlanForm, PlanInfo } from "@homeroom/contract/broadcast-plans";
import { type ExplicitLeadQuery, explicitQuery, type LeadQuery } from "@homeroom/contract/lead-query";
import type { Audience } from "../api.ts";

/** The data of a wizard: a form without the fields that each save sets itself. */
export type PlanDraft = Omit<PlanForm, "recordID" | "draft" | "version">;

/** A new plan, or what one says that is changed or copied. A time of a copy is over: it starts without one. */
export function draftOf(plan: PlanInfo | null, isCopy: boolean): PlanDraft {
  if (!plan) return { ...empty };
  return {
    name: plan.name,
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

const empty: PlanDraft = {
  name: "",
  channel: null,
  templateID: null,
  variables: {},
  targetIDs: [],
  filter: null,
  numbers: [],
  scheduleTime: null,
  perMinute: null,
};

/** Whether a plan has recipients. */
export function hasAudience({ targetIDs, filter, numbers }: PlanDraft): boolean {
  return targetIDs.length > 0 || filter !== null || numbers.length > 0;
}

/** The conditions of a filter; a filter for everyone has none. */
export function conditionsOfFilter({ everyone: _everyone, ...rule }: ExplicitLeadQuery): LeadQuery {
  return rule;
}

/** What the server counts and prices. */
export function audienceOf({ name: _name, scheduleTime: _time, perMinute: _pace, ...audience }: PlanDraft): Audience {
  return audience;
}

/** Numbers that were typed, one a line. */
export function typedNumbers(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
