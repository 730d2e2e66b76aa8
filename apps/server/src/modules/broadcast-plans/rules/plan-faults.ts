import type { PlanForm } from "@homeroom/contract/broadcast-plans";
import type { FieldFault } from "#platform/errors/app-error";
import { internationalNumber } from "#platform/phones/phones";
import { isStartTime } from "./plan-rules.ts";

type Fields = Pick<
  PlanForm,
  | "kind"
  | "draft"
  | "branchID"
  | "channel"
  | "templateID"
  | "emailTemplateID"
  | "targetIDs"
  | "filter"
  | "numbers"
  | "scheduleTime"
>;

/**
 * All faults of a plan's fields that can be found without the database. A draft may lack fields, but not have
 * wrong numbers. `scheduleAt` is null when the plan starts at once or keeps its time.
 */
export function planFaults(form: Fields, scheduleAt: Date | null, now: Date): FieldFault[] {
  const isMail = form.kind === "email";
  const faults: FieldFault[] = isMail ? [] : wrongNumbers(form.numbers);
  if (form.draft) return faults;
  if (isMail && !form.branchID) faults.push({ field: "branchID", name: "EMAIL_NOT_SET_UP" });
  if (isMail && !form.emailTemplateID) faults.push({ field: "emailTemplateID", name: "CHAT_TEMPLATE_REQUIRED" });
  if (!isMail && (!form.channel || !form.templateID))
    faults.push({ field: "templateID", name: "CHAT_TEMPLATE_REQUIRED" });
  if (form.targetIDs.length === 0 && !form.filter && (isMail || form.numbers.length === 0))
    faults.push({ field: "targetIDs", name: "PLAN_NO_RECIPIENTS" });
  if (form.scheduleTime === undefined || !isStartTime(scheduleAt, now))
    faults.push({ field: "scheduleTime", name: "PLAN_TIME_NOT_FUTURE" });
  return faults;
}

/** A file in the wrong format has thousands of wrong lines; this many are enough to show it. */
const mostNamed = 100;

function wrongNumbers(numbers: readonly string[]): FieldFault[] {
  return numbers
    .flatMap((number, index): FieldFault[] =>
      internationalNumber(number) === null
        ? [{ field: "numbers", name: "PLAN_NUMBER_INVALID", data: { line: index + 1, number } }]
        : [],
    )
    .slice(0, mostNamed);
}
