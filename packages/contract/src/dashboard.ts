import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, LeadId, MessageId, RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** The set-up steps of a new organisation, in order: channels first, then the leads and their people. */
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
 * The figures on cards. `unanswered` is a current figure without a comparison. `revenue`: the total of orders paid in the
 * window, less refunds; `broadcasts`: messages of plans that started in it; `adSpend`: the cost of Meta campaigns in it, and
 * `volcengineSpend` that of Volcengine projects. Money has one card for each currency.
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

/** The stages that leads of the window have reached; each stage is counted independently. */
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
  /** Minutes, estimated between the bounds of the buckets in which waits are counted. Null without answers. */
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
  /** Only the caller's own and unassigned rows are counted. Lists must be requested with `mine` to match. */
  own: z.boolean(),
  cards: z.array(
    z.object({
      key: z.enum(dashboardCards),
      value: z.number(),
      compareValue: z.number().nullable(),
      /** Set for amounts of money. */
      currency: z.string().nullable(),
      /**
       * The length of the list that the card opens, in all currencies, if it differs from the value: orders, plans,
       * campaigns.
       */
      rows: count.nullable(),
      /** In percent of the previous value; null if that is 0 or unknown. */
      changeRate: z.number().nullable(),
    }),
  ),
  /** New leads of each day, with those of the same day of the previous window, and the day's other figures. */
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
  /** By sales person, most deals first; null for leads without one. */
  salesRank: z.array(
    z.object({ sales: z.object({ accountID: AccountId, nickname: z.string() }).nullable(), ...rankedCounts }),
  ),
  reply: ReplyFigures,
  compareReply: ReplyFigures,
  /** The same, counting only office hours; null if no branch has office hours. */
  officeReply: ReplyFigures.nullable(),
  compareOfficeReply: ReplyFigures.nullable(),
  /** The figures of the cards `broadcasts` and `adSpend`, by name; null if the caller cannot see them. */
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
  /** Empty for a lead that was deleted or that the caller cannot see. */
  nickname: z.string(),
  /** Null: answered from the phone. */
  answeredBy: z.object({ accountID: AccountId, nickname: z.string() }).nullable(),
  waitedSince: z.string(),
  answeredAt: z.string(),
  minutes: count,
  /** The minutes within the office hours that the branch had when the answer was sent; all minutes without office hours. */
  officeMinutes: count,
});
export type AnswerRow = z.infer<typeof AnswerRow>;

const info = endpoint("POST /api_users/Dashboard/DashboardInfo", {
  summary:
    "The centre's figures for the last 7, 30 or 90 days, compared with the days before. Without dash:home:all, of the caller's own rows.",
  access: "dash:home:query",
  request: z.object({ days: windowDays, ...narrowed }),
  response: DashboardFigures,
});

export const dashboard = {
  info,
  /** The same under the path that parts of the specification use. */
  infoOfMember: { ...info, path: "/api_users/Member/Dashboard/DashboardInfo" },
  answerList: endpoint("POST /api_users/Dashboard/AnswerList", {
    summary: "The answers from which the dashboard's reply time is computed, latest first.",
    access: "dash:home:query",
    request: PageRequest.extend({
      start: z.iso.date(),
      end: z.iso.date(),
      ...narrowed,
      /** Only answers within `quickAnswerMinutes`, or only the others. */
      quick: z.boolean().optional(),
      /** Counts the minutes for `quick` in office hours. */
      inOfficeHours: z.boolean().default(false),
    }),
    response: pageOf(AnswerRow),
  }),
  setUpList: endpoint("GET /api_users/Dashboard/SetUpList", {
    summary: "The next setup steps that the caller has permission for.",
    access: "session",
    request: z.object({}),
    response: z.object({
      steps: z.array(z.object({ key: z.enum(setUpSteps), done: z.boolean() })),
      /** The caller has hidden it. */
      dismissed: z.boolean(),
    }),
  }),
  updateSetUp: endpoint("POST /api_users/Dashboard/UpdateSetUp", {
    summary: "Hides or shows the list for the caller, or ticks a step that the product cannot detect.",
    access: "session",
    request: z.object({ dismissed: z.boolean().optional(), done: z.literal("roles").optional() }),
    response: z.null(),
  }),
  weeklyMail: endpoint("GET /api_users/Dashboard/WeeklyMail", {
    summary: "Whether the caller gets the weekly figures by mail, and in which branch's time zone.",
    access: "dash:home:query",
    request: z.object({}),
    response: z.object({
      subscribed: z.boolean(),
      /** The address of their mails. */
      email: z.string(),
      /** The branch whose Monday morning counts: where they subscribed, or where they are now. */
      branch: z.string(),
      timeZone: z.string(),
    }),
  }),
  saveWeeklyMail: endpoint("POST /api_users/Dashboard/SaveWeeklyMail", {
    summary: "Subscribes the caller to a weekly mail with the figures, sent on Monday morning, or unsubscribes them.",
    access: "dash:home:query",
    request: z.object({ subscribed: z.boolean() }),
    response: z.null(),
  }),
};
