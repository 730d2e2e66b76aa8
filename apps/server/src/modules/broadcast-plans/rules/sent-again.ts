import { isDeepStrictEqual } from "node:util";
import type { PlanForm, PlanKind } from "@homeroom/contract/broadcast-plans";
import type { RecordId } from "@homeroom/contract/ids";
import type { LeadQuery } from "@homeroom/contract/lead-query";

/** Which plan is sent again, and to which of its recipients; both null for an original plan. */
export interface Source {
  source_id: RecordId | null;
  source_part: "all" | "failed" | null;
}

/** The recipients of a plan. */
export interface Choice {
  kind: PlanKind;
  list_ids: readonly RecordId[];
  filter: LeadQuery | null;
  numbers: readonly string[];
}

/** The conditions of a form as a plan stores them; a filter for everyone has none. */
export function filterOf({ filter }: Pick<PlanForm, "filter">): LeadQuery | null {
  if (!filter) return null;
  const { everyone: _everyone, ...conditions } = filter;
  return conditions;
}

/**
 * A resend keeps its source as long as the form names the same recipients, which are a copy of the first plan's:
 * without the source, all recipients of that plan would get a second message.
 */
export function sourceAfter(plan: Source & Choice, form: Choice): Source {
  const isSame =
    plan.kind === form.kind &&
    isDeepStrictEqual([plan.list_ids, plan.filter, plan.numbers], [form.list_ids, form.filter, form.numbers]);
  return isSame ? { source_id: plan.source_id, source_part: plan.source_part } : { source_id: null, source_part: null };
}
