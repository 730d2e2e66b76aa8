import { filtersOf } from "@homeroom/contract/lead-fields";
import { LeadQuery } from "@homeroom/contract/lead-query";

export type RuleKey = keyof LeadQuery;

/** How a condition is edited: as a choice of names, a number, a range of days, or as set and not set. */
export type ConditionKind =
  | "words"
  | "many"
  | "one"
  | "numbers"
  | "number"
  | "days"
  | "dates"
  | "yes"
  | "yesNo"
  | "bit"
  | "picked";

export interface Condition {
  name: ConditionName;
  group: ConditionGroup;
  kind: ConditionKind;
  /** Its fields in the rule: one, or the first and the last day. */
  keys: readonly [RuleKey] | readonly [RuleKey, RuleKey];
}

export const conditionGroups = ["progress", "labels", "source", "people", "time", "person", "reach"] as const;
export type ConditionGroup = (typeof conditionGroups)[number];

const one = <Key extends RuleKey>(group: ConditionGroup, kind: ConditionKind, ...names: Key[]) =>
  names.map((name) => ({ name, group, kind, keys: [name] as const }));
const dates = <Name extends string>(name: Name, keys: readonly [RuleKey, RuleKey]) => ({
  name,
  group: "time" as const,
  kind: "dates" as const,
  keys,
});

const all = [
  ...one("progress", "many", "status", "withoutStatus", "result", "regularContact"),
  ...one("progress", "numbers", "leadType"),
  ...one("progress", "many", "reached"),
  ...one("labels", "many", "tag", "allTags", "withoutTag"),
  ...one("source", "many", "channel", "secondaryChannel"),
  ...one("source", "yes", "noChannel"),
  ...one("people", "many", "sales", "tutor"),
  ...one("people", "yes", "unheld", "noSales", "mine"),
  ...one("people", "one", "branchID"),
  ...one("time", "yes", "overdue"),
  ...one("time", "days", "quietForDays", "newWithinDays", "purchaseEndsWithinDays"),
  dates("leadDate", ["startTime", "endTime"]),
  dates("talk", ["talkStart", "talkEnd"]),
  dates("return", ["returnStart", "returnEnd"]),
  dates("deal", ["dealStart", "dealEnd"]),
  dates("lastContact", ["lastContactStart", "lastContactEnd"]),
  dates("nextContact", ["nextContactStart", "nextContactEnd"]),
  ...one("person", "words", "keywords", ...filtersOf("line")),
  ...one("person", "number", ...filtersOf("choice"), "birthMonth"),
  ...one("person", "one", ...filtersOf("country")),
  ...one("reach", "yesNo", "hasPhone", "hasEmail"),
  ...one("reach", "bit", ...filtersOf("flag")),
  ...one("reach", "number", "gptStatus"),
  ...one("reach", "picked", "importID", "leadIds"),
  { name: "plan", group: "reach", kind: "picked", keys: ["planID", "planResult"] },
] as const;

export type ConditionName = (typeof all)[number]["name"];

/** Every condition that a rule can have, in the order in which they are shown. */
export const conditions: readonly Condition[] = all;

/** Whether a rule has a value for a condition. */
export function isSet(rule: LeadQuery, { keys }: Condition): boolean {
  return keys.some((key) => {
    const value = rule[key];
    return Array.isArray(value) ? value.length > 0 || key === "leadIds" : value !== undefined && value !== "";
  });
}

/** The conditions that a rule has. */
export function conditionsOf(rule: LeadQuery): Condition[] {
  return conditions.filter((condition) => isSet(rule, condition));
}

/** The rule with a new value of a field; an empty value removes it. */
export function withField(rule: LeadQuery, key: RuleKey, value: unknown): LeadQuery {
  const { [key]: _, ...others } = rule;
  const isNothing =
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
  return isNothing ? others : { ...others, [key]: value };
}

/** The rule without a condition. */
export function without(rule: LeadQuery, { keys }: Condition): LeadQuery {
  return Object.fromEntries(Object.entries(rule).filter(([key]) => !keys.some((gone) => gone === key)));
}

/** The rule in an address; empty if it is invalid. */
export function ruleOfAddress(text: string | null): LeadQuery {
  if (text === null) return {};
  try {
    const read = LeadQuery.safeParse(JSON.parse(text));
    return read.success ? read.data : {};
  } catch {
    return {};
  }
}
