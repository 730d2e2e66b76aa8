import { type LeadLogRow, leadActions } from "@homeroom/contract/leads";
import { CurrencyCode } from "@homeroom/contract/money";
import { type OrderEventKind, orderEventKinds } from "@homeroom/contract/order-words";

export type ActionName = keyof typeof leadActions;

const names = new Map<number, ActionName>(
  Object.entries(leadActions).map(([name, number]) => [number, name as ActionName]),
);

export function actionName(actionType: number): ActionName | "other" {
  return names.get(actionType) ?? "other";
}

/** The parts of a history, and the kinds of action in each. */
export const historyParts = {
  all: [],
  progress: [
    leadActions.deal,
    leadActions.courseScheduled,
    leadActions.trialBooked,
    leadActions.trialAttended,
    leadActions.trialCancelled,
    leadActions.trialAbsent,
    leadActions.caseClosed,
    leadActions.order,
  ],
  arrival: [leadActions.newLead, leadActions.repeatLead, leadActions.imported, leadActions.salesAssigned],
  notes: [leadActions.note, leadActions.message],
  edits: [leadActions.edited],
} as const satisfies Record<string, readonly number[]>;
export type HistoryPart = keyof typeof historyParts;

/** The old and new value of a lead's field. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** The changes in an entry; older entries name only the fields. */
export function changesOf({ details }: Pick<LeadLogRow, "details">): FieldChange[] {
  const told: unknown[] = Array.isArray(details["changes"]) ? details["changes"] : [];
  const isChange = (one: unknown): one is FieldChange =>
    typeof one === "object" && one !== null && typeof (one as FieldChange).field === "string";
  const changes = told.filter(isChange);
  const known = new Set(changes.map(({ field }) => field));
  return [
    ...changes,
    ...fieldsOf({ details }).flatMap((field) => (known.has(field) ? [] : [{ field, before: null, after: null }])),
  ];
}

function fieldsOf({ details }: Pick<LeadLogRow, "details">): string[] {
  return Array.isArray(details["fields"]) ? details["fields"].filter((field) => typeof field === "string") : [];
}

/** The order event in an entry; undefined if it is about something else. */
export function orderStepOf(
  details: LeadLogRow["details"],
  format: (amount: number, currency: CurrencyCode) => string,
): { kind: OrderEventKind; orderID: string; amount: string } | undefined {
  const { step, orderID, amount, currency } = details;
  const kind = orderEventKinds.find((one) => one === step);
  if (!kind || typeof orderID !== "string") return undefined;
  const known = CurrencyCode.safeParse(currency);
  return { kind, orderID, amount: known.success && typeof amount === "number" ? format(amount, known.data) : "" };
}

/** The entries grouped by day, in order. */
export function byDay<Entry extends { createTime: string }>(
  entries: readonly Entry[],
  dayOf: (moment: string) => string,
): { day: string; entries: Entry[] }[] {
  return [...Map.groupBy(entries, ({ createTime }) => dayOf(createTime))].map(([day, of]) => ({ day, entries: of }));
}
