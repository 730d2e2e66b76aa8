import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, LeadId, MessageId, RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** What a new organisation sets up, in its order: being reached first, then the leads and their people. */
export const setUpSteps = [
  "whatsapp",
  "lead",
  "staff",
  "rules",
  "branch",
  "organization",
  "roles",
  "twoStep",
  "line",
  "assistant",
] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** Windows of the dashboard, in days; the last one is today. */
export const dashboardDays = [7, 30, 90] as const;
export type DashboardDays = (typeof dashboardDays)[number];

/**
 * The figures on cards. `unanswered` is of this moment and has nothing to be compared with. `revenue`: what orders that
 * were paid in the window brought, less what was given back; `broadcasts`: messages of plans that began in it; `adSpend`:
 * what campaigns of Meta cost in it, and `volcengineSpend` what projects of Volcengine did. There is one card of money for
 * each currency.
 */
export const dashboardCards = [
  "newLeads",
  "repeatLeads",
  "chats",
  "deals",
  "unanswered",
  "revenue",
  "broadcasts",
  "adSpend",
  "volcengineSpend",
] as const;
export type DashboardCard = (typeof dashboardCards)[number];

/** How far leads of the window have come; each stage counts by itself. */
export const funnelStages = ["leads", "talked", "booked", "attended", "dealt"] as const;
export type FunnelStage = (typeof funnelStages)[number];

/** Answers within this many minutes count as quick. */
export const quickAnswerMinutes = 15;

const count = z.number().int();
const dayRange = z.object({ start: z.iso.date(), end: z.iso.date() });
const narrowed = { branchID: BranchId.optional(), salesID: AccountId.optional() };
const windowDays = z.coerce
  .number()
  .pipe(z.union(dashboardDays.map((days) => z.literal(days))))
  .default(7);

const ReplyFigures = z.object({
  answers: count,
  /** Minutes; estimated between the bounds that waits are counted by. Null without answers. */
  medianMinutes: z.number().nullable(),
  /** Answers in less than `quickAnswerMinutes`. */
  quick: count,
});
export type ReplyFigures = z.infer<typeof ReplyFigures>;

const rankedCounts = { leads: count, talked: count, booked: count, attended: count, dealt: count };

export const DashboardFigures = z.object({
  /** Both ends included, by the calendar of the branch. */
  range: dayRange,
  compareRange: dayRange,
  /** Only rows that are the caller's own or nobody's are counted: lists are to be asked for them with `mine`. */
  own: z.boolean(),
  cards: z.array(
    z.object({
      key: z.enum(dashboardCards),
      value: z.number(),
      compareValue: z.number().nullable(),
      /** Of money. */
      currency: z.string().nullable(),
      /** The length of the list that it opens, in all currencies, where that is not its value: orders, plans, campaigns. */
      rows: count.nullable(),
      /** In percent of the value before; null where that is 0 or not known. */
      changeRate: z.number().nullable(),
    }),
  ),
  /** New leads of each day, beside those of the day as many days before; and what else happened on the day. */
  trend: z.array(z.object({ date: z.iso.date(), value: count, compareValue: count, chats: count, deals: count })),
  /** By primary channel, most leads first; null for leads without one. */
  channels: z.array(
    z.object({
      channel: z.object({ recordID: RecordId, name: z.string() }).nullable(),
      ...rankedCounts,
      compareLeads: count,
    }),
  ),
  funnel: z.array(z.object({ stage: z.enum(funnelStages), value: count, compareValue: count })),
  /** By sales person, most deals first; null for leads that nobody sells to. */
  salesRank: z.array(
    z.object({ sales: z.object({ accountID: AccountId, nickname: z.string() }).nullable(), ...rankedCounts }),
  ),
  reply: ReplyFigures,
  compareReply: ReplyFigures,
  /** The same with waits counted in office hours only; null where no branch has office hours. */
  officeReply: ReplyFigures.nullable(),
  compareOfficeReply: ReplyFigures.nullable(),
  /** What the cards `broadcasts` and `adSpend` say, by name; null where the caller sees none of it. */
  broadcast: z.object({ plans: count, messages: count, compareMessages: count }).nullable(),
  ads: z
    .object({
      campaigns: count,
      spend: z.array(z.object({ currency: z.string(), amount: z.number(), compareAmount: z.number() })),
    })
    .nullable(),
});
export type DashboardFigures = z.infer<typeof DashboardFigures>;

/** An answer of a person to a customer who waited. */
export const AnswerRow = z.object({
  messageId: MessageId,
  leadId: LeadId,
  /** Empty for a lead that was deleted or is out of sight. */
  nickname: z.string(),
  /** Null: answered from the phone. */
  answeredBy: z.object({ accountID: AccountId, nickname: z.string() }).nullable(),
  waitedSince: z.string(),
  answeredAt: z.string(),
  minutes: count,
  /** The part of them within the branch's office hours when the answer was sent; all of them without office hours. */
  officeMinutes: count,
});
export type AnswerRow = z.infer<typeof AnswerRow>;

const info = endpoint("POST /api_users/Dashboard/DashboardInfo", {
  summary:
    "The centre's figures for the last 7, 30 or 90 days beside the days before. Without dash:home:all, of the caller's own rows.",
  access: "dash:home:query",
  request: z.object({ days: windowDays, ...narrowed }),
  response: DashboardFigures,
});

export const dashboard = {
  info,
  /** The same under the path that some descriptions give. */
  infoOfMember: { ...info, path: "/api_users/Member/Dashboard/DashboardInfo" },
  answerList: endpoint("POST /api_users/Dashboard/AnswerList", {
    summary: "The answers that the reply time of the dashboard is counted from, latest first.",
    access: "dash:home:query",
    request: PageRequest.extend({
      start: z.iso.date(),
      end: z.iso.date(),
      ...narrowed,
      /** Only those in less than `quickAnswerMinutes`, or only the others. */
      quick: z.boolean().optional(),
      /** Counts the minutes for `quick` in office hours. */
      inOfficeHours: z.boolean().default(false),
    }),
    response: pageOf(AnswerRow),
  }),
  setUpList: endpoint("GET /api_users/Dashboard/SetUpList", {
    summary: "What is to be set up next, of what the caller may set up.",
    access: "session",
    request: z.object({}),
    response: z.object({
      steps: z.array(z.object({ key: z.enum(setUpSteps), done: z.boolean() })),
      /** The caller does not want to see it any more. */
      dismissed: z.boolean(),
    }),
  }),
  updateSetUp: endpoint("POST /api_users/Dashboard/UpdateSetUp", {
    summary: "Puts the list away or back for the caller, or ticks a step that the product cannot see for itself.",
    access: "session",
    request: z.object({ dismissed: z.boolean().optional(), done: z.literal("roles").optional() }),
    response: z.null(),
  }),
  weeklyMail: endpoint("GET /api_users/Dashboard/WeeklyMail", {
    summary: "Whether the caller gets the figures of each week by mail, and by the clock of which branch.",
    access: "dash:home:query",
    request: z.object({}),
    response: z.object({
      subscribed: z.boolean(),
      /** Where their mails go. */
      email: z.string(),
      /** Whose Monday morning counts: of the branch where they subscribed, or where they are now. */
      branch: z.string(),
      timeZone: z.string(),
    }),
  }),
  saveWeeklyMail: endpoint("POST /api_users/Dashboard/SaveWeeklyMail", {
    summary: "Subscribes the caller to a mail with the figures of each week, sent on Monday morning, or ends it.",
    access: "dash:home:query",
    request: z.object({ subscribed: z.boolean() }),
    response: z.null(),
  }),
};
