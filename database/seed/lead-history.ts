import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import { genders, leadActions, leadTypes } from "@homeroom/contract/leads";
import { askingTime, awake, day, dayOf, hour, minute } from "./clock.ts";
import { ageOf, fill, type NewEmail, newTopic, type Topic } from "./fill.ts";
import { type Child, grades, newChild, newParent, newProfileName, schools, streets } from "./names.ts";
import type { NewPhone } from "./phones.ts";
import type { SeedBranch } from "./places.ts";
import type { Random } from "./random.ts";
import { hongKong } from "./talk/hong-kong.ts";
import { taiwan } from "./talk/taiwan.ts";
import type { ContactResult, Talk } from "./talk/talk.ts";

export type StatusCode = "new" | "following" | "appointment" | "trial" | "deal" | "closed";

/** The data of a written organisation that the generator needs. */
export interface SeedContext {
  organizationId: string;
  now: number;
  random: Random;
  newPhone: NewPhone;
  newEmail: NewEmail;
  /** A branch with its people, and its number of leads. */
  branches: readonly { branch: SeedBranch; sales: readonly AccountId[]; tutor: AccountId | null; weight: number }[];
  nicknames: ReadonlyMap<AccountId, string>;
  items: Readonly<Record<StatusCode | ContactResult, RecordId>>;
  tags: readonly RecordId[];
  channels: { chat: RecordId; underChat: readonly RecordId[]; others: readonly RecordId[] };
}

/** An enquirer, before the outcome is known. */
export interface Prospect {
  leadId: string;
  branchId: BranchId;
  child: Child;
  profileName: string;
  parent: string;
  phone: ReturnType<NewPhone>;
  talk: Talk;
  topic: Topic;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  createdAt: number;
  /** The time of the last message and its outcome, for people with a conversation. */
  lastMessageAt: number | null;
  status: StatusCode | null;
  throughChat: boolean;
}

export const talks = { taiwan, hongKong } as const;

export function newProspect(around: SeedContext, daysAgo: number, mustBeHeld = false): Prospect {
  const { random } = around;
  const total = around.branches.reduce((sum, one) => sum + one.weight, 0);
  let left = random.next() * total;
  const place = around.branches.find((one) => (left -= one.weight) < 0) ?? around.branches[0];
  if (!place) throw new Error("A demo organisation needs a branch");
  const { region } = place.branch;
  const salesId = mustBeHeld || random.chance(daysAgo < 1 ? 0.9 : 0.985) ? random.pick(place.sales) : null;
  const child = newChild(random, region);
  const parent = newParent(random, region, child);
  const sales = (salesId && around.nicknames.get(salesId)) ?? "";
  return {
    leadId: random.id(),
    branchId: place.branch.branchId,
    child,
    parent,
    profileName: newProfileName(random, child, parent),
    phone: around.newPhone(region),
    talk: talks[region],
    topic: newTopic(random, talks[region], { region, child, grade: random.pick(grades[region]), sales }),
    salesId,
    tutorId: place.tutor,
    createdAt: askingTime(random, around.now, daysAgo),
    lastMessageAt: null,
    status: null,
    throughChat: random.chance(0.55),
  };
}

/** The older a lead, the further it has come. */
export function newStatus(random: Random, age: number): StatusCode {
  if (age < 2 * day) return random.weighted({ new: 70, following: 27, appointment: 3 });
  if (age < 7 * day) return random.weighted({ new: 18, following: 45, appointment: 20, trial: 11, deal: 2, closed: 4 });
  if (age < 21 * day)
    return random.weighted({ new: 4, following: 33, appointment: 12, trial: 17, deal: 19, closed: 15 });
  return random.weighted({ new: 1, following: 15, appointment: 3, trial: 9, deal: 37, closed: 35 });
}

export interface LeadHistory {
  lead: Record<string, unknown>;
  logs: Record<string, unknown>[];
  notes: (Record<string, unknown> & { content: string })[];
}

/** The lead's row, its history and its notes, from the first question to today's state. */
export function newHistory(around: SeedContext, prospect: Prospect): LeadHistory {
  const { random, now } = around;
  const status = prospect.status ?? newStatus(random, now - prospect.createdAt);
  const story: LeadHistory = { lead: {}, logs: [], notes: [] };
  let at = prospect.createdAt;
  const log = (
    action: keyof typeof leadActions,
    by: AccountId | null,
    more: { content?: string; details?: object } = {},
  ) =>
    story.logs.push({
      organization_id: around.organizationId,
      log_id: random.id(),
      lead_id: prospect.leadId,
      action_type: leadActions[action],
      content: more.content ?? "",
      details: more.details ?? {},
      operator_id: by,
      created_at: moment(at),
    });
  const later = (least: number, most: number) => {
    const next = awake(random, at + random.between(least, most));
    const left = Math.max(now - minute - at, 0);
    at = next - at > left ? at + Math.floor(random.next() * left) : Math.max(next, at + minute);
  };

  log("newLead", prospect.throughChat ? null : prospect.salesId);
  at += 2000;
  if (prospect.salesId) log("salesAssigned", null, { details: { salesId: prospect.salesId } });
  const results = prospect.salesId ? resultsOn(random, status) : [];
  for (const result of results) {
    later(2 * hour, 3 * day);
    const texts = prospect.talk.notes[result].map((text) => fill(text, prospect.topic));
    const content = random.pick(texts.filter((text) => story.notes.every((note) => note.content !== text))) ?? texts[0];
    log("note", prospect.salesId, { content });
    story.notes.push({
      organization_id: around.organizationId,
      note_id: random.id(),
      lead_id: prospect.leadId,
      content,
      result_id: around.items[result],
      next_contact_date:
        result === "callFollow" || result === "notConnected" ? dayOf(at + random.between(1, 6) * day) : null,
      created_by: prospect.salesId,
      created_at: moment(at),
    });
  }
  for (const step of stepsOf(random, status)) {
    later(4 * hour, 4 * day);
    log(step, prospect.salesId);
  }
  const outcome = { status, result: results.at(-1) ?? null, lastAt: results.length > 0 ? at : null };
  story.lead = { ...leadRow(around, prospect, outcome), ...firstTimes(story, prospect) };
  return story;
}

/** The times of the lead's first contact and of each step, stored with the row so that it is written once. */
function firstTimes({ logs, notes }: LeadHistory, { lastMessageAt }: Prospect) {
  const firstTime = (action: keyof typeof leadActions) =>
    logs.find((entry) => entry["action_type"] === leadActions[action])?.["created_at"] ?? null;
  const dealAt = firstTime("deal");
  return {
    contacted_at: notes[0]?.["created_at"] ?? (lastMessageAt ? moment(lastMessageAt) : null),
    trial_booked_at: firstTime("trialBooked"),
    trial_attended_at: firstTime("trialAttended"),
    deal_at: dealAt,
    student_since: dealAt,
  };
}

function resultsOn(random: Random, status: StatusCode): ContactResult[] {
  if (status === "new") return [];
  const tries = random.between(0, 2);
  const before = Array.from({ length: tries }, () =>
    random.weighted({ notConnected: 35, whatsappNoReply: 35, whatsappReplied: 20, callFollow: 10 }),
  );
  if (status === "closed")
    return [...before, random.weighted({ callClose: 60, unreachableClose: 32, invalidNumber: 8 })];
  return [...before, random.weighted({ callFollow: 55, whatsappReplied: 45 })];
}

function stepsOf(random: Random, status: StatusCode): (keyof typeof leadActions)[] {
  if (status === "appointment") return ["trialBooked"];
  if (status === "trial") {
    const after = random.weighted({ trialAttended: 60, trialAbsent: 20, trialCancelled: 20 });
    return ["trialBooked", after];
  }
  if (status === "deal" && random.chance(0.8)) return ["trialBooked", "trialAttended", "deal", "courseScheduled"];
  if (status === "deal") return ["deal", "courseScheduled"];
  return status === "closed" ? ["caseClosed"] : [];
}

interface Outcome {
  status: StatusCode;
  result: ContactResult | null;
  lastAt: number | null;
}

function leadRow(around: SeedContext, prospect: Prospect, outcome: Outcome): Record<string, unknown> {
  const { random, now } = around;
  const { child, phone, topic, parent } = prospect;
  const lastAt = Math.max(outcome.lastAt ?? 0, prospect.lastMessageAt ?? 0) || null;
  const open = outcome.status === "following" || outcome.status === "appointment" || outcome.status === "trial";
  const known = outcome.status !== "new" || !prospect.throughChat;
  const contact = random.chance(0.6) && known;
  return {
    organization_id: around.organizationId,
    lead_id: prospect.leadId,
    branch_id: prospect.branchId,
    // A person who has only just written has only their messenger name.
    nickname: known ? child.surname + child.given : prospect.profileName,
    ename: known && random.chance(0.5) ? child.english : "",
    fullname: known ? child.surname + child.given : "",
    first_name: known ? child.given : "",
    last_name: known ? child.surname : "",
    birthday: known && random.chance(0.5) ? birthday(random, now, topic.grade) : null,
    gender: known ? child.gender : genders.confidential,
    country: phone.region === "taiwan" ? "TW" : "HK",
    area_code: phone.areaCode,
    phone: phone.number,
    phone_e164: phone.e164,
    email: random.chance(0.5) ? around.newEmail(child) : "",
    line_user_id: "",
    address: random.chance(0.15) ? `${random.pick(streets[phone.region])} ${random.between(1, 180)} 號` : "",
    school:
      known && random.chance(0.45)
        ? (random.pick(schools[phone.region].filter((name) => fits(name, topic.grade))) ?? "")
        : "",
    grade: known ? topic.grade : "",
    referrer: "",
    ...channelOf(around, prospect),
    tutor_id: outcome.status === "deal" || outcome.status === "trial" ? prospect.tutorId : null,
    sales_id: prospect.salesId,
    tag_ids: random.chance(0.4) ? random.sample(around.tags, random.between(1, 2)) : [],
    contact1: contact ? { name: parent, email: "", areaCode: phone.areaCode, phone: phone.number } : {},
    contact1_e164: contact ? phone.e164 : null,
    contact2: {},
    accept_message: random.chance(0.8),
    notes: known && random.chance(0.3) ? fill(random.pick(prospect.talk.notes.callFollow), topic) : "",
    app_open: outcome.status === "deal" && contact && random.chance(0.6),
    app_device: "",
    system_version: "",
    app_version: "",
    lead_date: dayOf(prospect.createdAt),
    revisit_count: random.chance(0.06) ? 1 : 0,
    last_contact_at: lastAt ? moment(lastAt) : null,
    next_contact_date: open && random.chance(0.7) ? dayOf(now + random.between(-3, 10) * day) : null,
    status_id: around.items[outcome.status],
    result_id: outcome.result ? around.items[outcome.result] : null,
    lead_type: prospect.throughChat ? leadTypes.new : random.chance(0.7) ? leadTypes.manual : leadTypes.imported,
    gpt_status: 0,
    lead_count: 1,
    created_by: prospect.throughChat ? null : prospect.salesId,
    updated_by: null,
    created_at: moment(prospect.createdAt),
    updated_at: moment(Math.max(lastAt ?? 0, prospect.createdAt)),
  };
}

function channelOf(around: SeedContext, prospect: Prospect) {
  const { chat, underChat, others } = around.channels;
  const { random } = around;
  if (!prospect.throughChat) return { channel_id: random.pick([...others, chat]), secondary_channel_id: null };
  return {
    channel_id: chat,
    secondary_channel_id: underChat.length > 0 && random.chance(0.6) ? random.pick(underChat) : null,
  };
}

function birthday(random: Random, now: number, grade: string): string {
  const year = new Date(now).getUTCFullYear() - ageOf(grade) - 1;
  return `${year}-${pad(random.between(1, 12))}-${pad(random.between(1, 28))}`;
}

/** Small children do not go to school yet; others go to a school of their level. */
function fits(school: string, grade: string): boolean {
  if (ageOf(grade) < 6) return false;
  return /(國中|中學)$/.test(school) === ageOf(grade) >= 12;
}

const pad = (number: number) => number.toString().padStart(2, "0");

export const moment = (at: number) => new Date(at).toISOString();
