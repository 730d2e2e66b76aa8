import { z } from "zod";
import { AccountId, BranchId, LeadId, RecordId } from "./ids.ts";
import { plainShapes } from "./lead-field-shapes.ts";

const text = (max: number) => z.string().trim().max(max);
const people = z.array(AccountId).max(100);
const items = z.array(RecordId).max(20);
/** The stages of a lead: it had a conversation, a trial was booked, attended, it bought. */
export const leadStages = ["talked", "booked", "attended", "dealt"] as const;
/** The result of a broadcast plan for one lead. */
export const leadPlanResults = [
  "reached",
  "read",
  "replied",
  "unanswered",
  "readUnanswered",
  "clicked",
  "notClicked",
  "failed",
] as const;
/** Days back from today, in the time zone of the lead's branch. */
const days = z.number().int().min(0).max(3650);

/**
 * The one query language for leads, used by the list, the board, the calendar, search, bulk work, exports and recipient
 * lists. All conditions must hold; several values of one field mean any of them.
 */
export const leadQueryFields = {
  ...plainShapes.query,
  keywords: text(100).optional(),
  branchID: BranchId.optional(),
  sales: people.optional(),
  tutor: people.optional(),
  /** Unassigned: no sales person and no tutor. */
  unheld: z.boolean().optional(),
  /** Without a sales person, with or without a tutor. */
  noSales: z.boolean().optional(),
  noChannel: z.boolean().optional(),
  channel: items.optional(),
  secondaryChannel: z.array(RecordId).max(200).optional(),
  status: items.optional(),
  withoutStatus: items.optional(),
  result: items.optional(),
  /** Any of these tags; `allTags` asks for every one of them, `withoutTag` for none of them. */
  tag: items.optional(),
  allTags: items.optional(),
  withoutTag: items.optional(),
  regularContact: items.optional(),
  leadType: z.array(z.number().int().min(1).max(4)).max(4).optional(),
  gptStatus: z.number().int().min(0).max(2).optional(),
  hasPhone: z.boolean().optional(),
  hasEmail: z.boolean().optional(),
  /** Lead date, both ends included. */
  startTime: z.iso.date().optional(),
  endTime: z.iso.date().optional(),
  /** Last contact, both ends included, in the time zone of the lead's branch. */
  lastContactStart: z.iso.date().optional(),
  lastContactEnd: z.iso.date().optional(),
  /** The lead came within this number of past days. */
  newWithinDays: days.optional(),
  /** There was no contact for this number of days, or never. */
  quietForDays: days.optional(),
  nextContactStart: z.iso.date().optional(),
  nextContactEnd: z.iso.date().optional(),
  /** Has reached each of these. */
  reached: z.array(z.enum(leadStages)).max(4).optional(),
  /** The first conversation, the latest return and the first deal, in the time zone of the lead's branch. */
  talkStart: z.iso.date().optional(),
  talkEnd: z.iso.date().optional(),
  returnStart: z.iso.date().optional(),
  returnEnd: z.iso.date().optional(),
  dealStart: z.iso.date().optional(),
  dealEnd: z.iso.date().optional(),
  /** The last day of its last purchase is within this number of coming days, today included. */
  purchaseEndsWithinDays: days.optional(),
  /** The caller's own rows and unassigned ones, even if the caller may see more. */
  mine: z.boolean().optional(),
  /** The day of contact was before today, in the time zone of the lead's branch. */
  overdue: z.boolean().optional(),
  birthMonth: z.number().int().min(1).max(12).optional(),
  /** Was a recipient of this broadcast plan, with this current result: a lead that answers later is no longer "unanswered". */
  planID: RecordId.optional(),
  planResult: z.enum(leadPlanResults).optional(),
  /** The last import that wrote it is this one. */
  importID: RecordId.optional(),
  /** A selection: only these leads, and only if the other conditions hold. */
  leadIds: z.array(LeadId).max(1000).optional(),
};

export const LeadQuery = z.object(leadQueryFields);
export type LeadQuery = z.infer<typeof LeadQuery>;

/** The same for calls where an unknown key must not mean "everyone": exports, counts. */
export const StrictLeadQuery = z.strictObject(leadQueryFields);

/** For calls that change, contact or store the leads: at least one condition, or `{ everyone: true }` alone. */
export const ExplicitLeadQuery = z
  .strictObject({ ...leadQueryFields, everyone: z.literal(true).optional() })
  .refine(({ everyone, ...query }) => (everyone === true) !== hasConditions(query), "FIELD_INVALID");
export type ExplicitLeadQuery = z.infer<typeof ExplicitLeadQuery>;

/** A query as those calls accept it. */
export function explicitQuery(query: LeadQuery): ExplicitLeadQuery {
  return hasConditions(query) ? query : { everyone: true };
}

/** Empty lists, empty texts and fields without a value match everyone; an empty selection matches no lead. */
function hasConditions({
  leadIds,
  unheld,
  noSales,
  noChannel,
  mine,
  planResult: _result,
  ...query
}: LeadQuery): boolean {
  const keepsEveryone = (value: unknown) =>
    value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  const isSaid = [unheld, noSales, noChannel, mine].includes(true) || leadIds !== undefined;
  return isSaid || !Object.values(query).every(keepsEveryone);
}
