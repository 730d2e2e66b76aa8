import { type AccountId, type ConversationId, LeadId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { resumeChannel } from "../channels/actions/resume-channel.ts";
import { stopChannel } from "../channels/actions/stop-channel.ts";
import { buildActor, buildPlace, inboundText, receive, type TestChannel } from "../for-tests.ts";
import { sendMessage } from "../sending/actions/send-message.ts";
import { closeConversation, reopenConversation, snoozeConversation, wakeConversation } from "./actions/change-state.ts";
import { endHoldsOfSession, endIdleHolds } from "./actions/end-holds.ts";
import { holdForAssistant, releaseConversation, takeOver } from "./actions/hold-conversation.ts";
import { recordPresence } from "./actions/record-presence.ts";
import { stateOf } from "./queries/conversation-filters.ts";
import { lockConversation } from "./writes/change-conversation.ts";

/*
 * A conversation as a model of a few words, beside the real one: whatever people, the customer, the provider and the clock
 * do, in whatever order, both are the same after every step, and refuse for the same reason.
 */

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let people: Actor[];
let customers = 0;

const send = ["chat:message:query", "chat:message:send", "chat:message:all", "chat:message:label"];

beforeAll(async () => {
  ({ organization, channel } = await buildPlace(base));
  // The last of them may take conversations over.
  const takesOver = [...send, "chat:message:takeover", "org:whatsapp:edit"];
  people = [await person(send), await person(send), await person(takesOver)];
});

async function person(permissions: readonly string[]): Promise<Actor> {
  const { accountId } = await buildAccount(base.db, organization, { role: "sales" });
  return buildActor(organization, { accountId, permissions });
}

const hour = 60;
const idleMinutes = 10;

type Who = 0 | 1 | 2;
type Step =
  | { do: "say" | "takeOver" | "release" | "type" | "endSession" | "close" | "reopen"; who: Who }
  | { do: "assistant" | "sweep" | "wake" | "block" | "follow" | "stop" | "resume" }
  | { do: "write"; fromAd: boolean }
  | { do: "snooze"; minutes: number }
  | { do: "pass"; minutes: number };

const who = fc.constantFrom<Who>(0, 1, 2);
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.record({ do: fc.constantFrom("say", "takeOver", "release", "type"), who }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("endSession", "close", "reopen"), who }) },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom("assistant", "sweep", "wake", "block", "follow", "stop", "resume"),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant("write"), fromAd: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("snooze"), minutes: fc.constantFrom(5, 90) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("pass"), minutes: fc.constantFrom(4, 11, 25 * hour) }) },
  ) as fc.Arbitrary<Step>,
  { minLength: 8, maxLength: 26 },
);

interface Model {
  /** In minutes since it began. */
  now: number;
  hold: { by: Who | "assistant"; until: number } | null;
  state: "open" | "closed" | { snoozedUntil: number };
  windowEnds: number;
  blocked: boolean;
  stopped: boolean;
  /** Whose lead it is: they may always speak to their own customer. */
  readonly owner: Who | null;
}

/** What the model says of a step: how it changes, and the refusal that is expected. */
function afterStep(model: Model, step: Step): { model: Model; refused: string | null } {
  const hold = model.hold && model.hold.until > model.now ? model.hold : null;
  const held = { ...model, hold };
  const done = (change: Partial<Model> = {}) => ({ model: { ...held, ...change }, refused: null });
  const refuse = (refused: string) => ({ model: held, refused });
  const isAnothers = "who" in step && hold !== null && hold.by !== "assistant" && hold.by !== step.who;
  const mine = "who" in step ? { by: step.who, until: model.now + idleMinutes } : null;
  switch (step.do) {
    case "say":
      if (isAnothers) return refuse("CHAT_TAKEN_BY_OTHER");
      if (model.stopped) return refuse("CHANNEL_STOPPED");
      if (model.blocked) return refuse("CHAT_CUSTOMER_BLOCKED");
      return model.windowEnds > model.now ? done({ hold: mine }) : refuse("CHAT_ONLY_TEMPLATE_AFTER_24H");
    case "takeOver":
      return isAnothers && step.who !== 2 && step.who !== model.owner
        ? refuse("PERMISSION_DENIED")
        : done({ hold: mine });
    case "type":
      return done(hold?.by === step.who ? { hold: mine } : {});
    case "release":
    case "endSession":
      return done(hold?.by === step.who ? { hold: null } : {});
    case "assistant":
      return done(hold && hold.by !== "assistant" ? {} : { hold: { by: "assistant", until: model.now + idleMinutes } });
    case "close":
      return done(model.state === "closed" ? {} : { state: "closed", hold: null });
    case "reopen":
      return done({ state: "open" });
    case "snooze":
      return done({ state: { snoozedUntil: model.now + step.minutes } });
    case "wake": {
      const isDue = typeof model.state === "object" && model.state.snoozedUntil <= model.now;
      return done(isDue ? { state: "open" } : {});
    }
    case "write": {
      const opened = model.now + (step.fromAd ? 72 : 24) * hour;
      return done({ state: "open", blocked: false, windowEnds: Math.max(model.windowEnds, opened) });
    }
    case "block":
    case "follow":
      return done({ blocked: step.do === "block" });
    case "stop":
    case "resume":
      return done({ stopped: step.do === "stop" });
    case "pass":
      return { model: { ...held, now: model.now + step.minutes }, refused: null };
    case "sweep":
      return done();
  }
}

interface Talk {
  conversationId: ConversationId;
  leadId: LeadId;
  phone: string;
}

async function take(step: Step, { conversationId, leadId, phone }: Talk): Promise<unknown> {
  const { db } = base;
  const from = { phone };
  const actor = people["who" in step ? step.who : 2] as Actor;
  const relation = (kind: "block" | "follow") =>
    receive(base, channel, [{ type: "relation", relation: kind, from, at: new Date(), eventId: crypto.randomUUID() }]);
  switch (step.do) {
    case "say":
      return sendMessage(db, actor, { leadId, type: "text", content: "您好" });
    case "takeOver":
      return takeOver(db, actor, { conversationId });
    case "release":
      return releaseConversation(db, actor, { conversationId });
    case "type":
      return recordPresence(db, actor, { conversationId, doing: "typing" });
    case "endSession":
      return endHoldsOfSession(db, organization.scope, actor.sessionId);
    case "close":
      return closeConversation(db, actor, { conversationId });
    case "reopen":
      return reopenConversation(db, actor, conversationId);
    case "snooze":
      return snoozeConversation(db, actor, { conversationId, until: new Date(Date.now() + step.minutes * 60_000) });
    case "assistant":
      return inTransaction(db, organization.scope, async (tx) => {
        const conversation = await lockConversation(tx, organization.organizationId, { conversationId });
        return conversation && holdForAssistant(tx, conversation);
      });
    case "sweep":
      return endIdleHolds(db);
    case "wake":
      return wakeConversation(db, organization.scope, conversationId);
    case "write":
      return receive(base, channel, [inboundText({ from, ...(step.fromAd && { referral: { sourceType: "ad" } }) })]);
    case "block":
    case "follow":
      return relation(step.do);
    case "stop":
      return inTransaction(db, organization.scope, (tx) => stopChannel(tx, channel, "tokenExpired"));
    case "resume":
      return resumeChannel(db, actor, channel.channelId);
    case "pass":
      return pass(step.minutes, conversationId);
  }
}

/** Lets time go by for one conversation: everything that lies in it is so much longer ago. */
async function pass(minutes: number, conversationId: ConversationId): Promise<void> {
  const ago = (columns: string[]) => columns.map((one) => `${one} = ${one} - make_interval(mins => $2)`).join(", ");
  const shift = (table: string, columns: string[], where: string) =>
    base.owner.query(`update ${table} set ${ago(columns)} where ${where}`, [conversationId, minutes]);
  await shift("conversation_hold", ["expires_at", "last_active_at", "since"], "conversation_id = $1");
  await shift("conversation_viewer", ["viewing_until", "typing_until"], "conversation_id = $1");
  await shift("conversation", ["window_ends_at", "last_inbound_at", "snoozed_until"], "conversation_id = $1");
  const contactColumns = [
    "window_ends_at",
    "ad_window_ends_at",
    "last_inbound_at",
    "blocked_at",
    "relation_changed_at",
  ];
  const ofIt = "contact_id = (select contact_id from conversation where conversation_id = $1)";
  await shift("channel_contact", contactColumns, ofIt);
}

/** The real one, in the model's words; moments in minutes from now. */
async function seen({ conversationId }: Talk) {
  const one = async (query: string) => (await base.owner.query(query, [conversationId])).rows[0];
  const conversation = await one("select * from conversation where conversation_id = $1");
  const contact = await one(
    "select channel_contact.* from channel_contact join conversation using (organization_id, contact_id) where conversation_id = $1",
  );
  const hold = await one(
    "select kind, account_id, expires_at from conversation_hold where conversation_id = $1 and expires_at > clock_timestamp()",
  );
  const inMinutes = (at: Date | null) => (at === null ? null : Math.round((at.getTime() - Date.now()) / 60_000));
  return {
    version: conversation.version as number,
    salesId: conversation.sales_id as AccountId | null,
    shown: {
      hold: hold ? { by: hold.account_id ?? "assistant", for: inMinutes(hold.expires_at) } : null,
      state: stateOf(conversation),
      snoozedFor: inMinutes(conversation.snoozed_until),
      windowFor: inMinutes(conversation.window_ends_at),
      ofContact: inMinutes(laterOf(contact.window_ends_at, contact.ad_window_ends_at)),
      blocked: contact.blocked_at !== null,
    },
  };
}

const laterOf = (one: Date | null, other: Date | null) => (one && other ? (one > other ? one : other) : (one ?? other));

function expected({ now, hold, state, windowEnds, blocked }: Model) {
  const live = hold && hold.until > now ? hold : null;
  const by: AccountId | "assistant" | undefined =
    live?.by === "assistant" ? "assistant" : people[live?.by ?? 0]?.accountId;
  return {
    hold: live ? { by, for: live.until - now } : null,
    state: typeof state === "object" ? "snoozed" : state,
    snoozedFor: typeof state === "object" ? state.snoozedUntil - now : null,
    windowFor: windowEnds - now,
    ofContact: windowEnds - now,
    blocked,
  };
}

/** What everybody who looks at it must receive. */
const audible = (model: Model) => JSON.stringify([model.state, model.hold?.by ?? null]);

test("any sequence of events leaves a conversation in the state of the model", async () => {
  const holds = fc.asyncProperty(steps, async (script) => {
    await take({ do: "resume" }, {} as Talk);
    const talk = await begin();
    const first = await seen(talk);
    const owner = ([0, 1, 2] as const).find((one) => people[one]?.accountId === first.salesId) ?? null;
    const fresh = { now: 0, hold: null, state: "open", windowEnds: 24 * hour, blocked: false, stopped: false } as const;
    let model: Model = { ...fresh, owner };
    let { version } = first;
    for (const [index, step] of script.entries()) {
      const told = `step ${index + 1}, ${JSON.stringify(step)}`;
      const after = afterStep(model, step);
      const refused = await take(step, talk).then(
        () => null,
        (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
      );
      expect(refused, told).toBe(after.refused);
      const real = await seen(talk);
      expect(real.shown, told).toEqual(expected(after.model));
      // The clock and the assistant's bare hold tell nobody by themselves; the sweep and the assistant's words do.
      if (
        !["pass", "assistant"].includes(step.do) &&
        audible(after.model) !== audible(model) &&
        isStillHeld(model, step)
      )
        expect(real.version, `${told} is told`).toBeGreaterThan(version);
      expect(real.version).toBeGreaterThanOrEqual(version);
      [model, version] = [after.model, real.version];
    }
  });
  await fc.assert(holds, { numRuns: 10, endOnFailure: true });
});

/** An expired hold is announced by the sweep, whatever step comes before it. */
function isStillHeld({ hold, now }: Model, step: Step): boolean {
  return hold === null || hold.until > now || step.do === "sweep";
}

async function begin(): Promise<Talk> {
  customers += 1;
  const phone = `8526600${String(customers).padStart(4, "0")}`;
  await receive(base, channel, [inboundText({ from: { phone } })]);
  const { rows } = await base.owner.query(
    "select conversation_id, conversation.lead_id from conversation join channel_contact using (organization_id, contact_id) where phone = $1",
    [phone],
  );
  return { conversationId: rows[0].conversation_id, leadId: LeadId.parse(rows[0].lead_id), phone };
}
