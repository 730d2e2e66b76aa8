import type { RequestOf, ResponseOf } from "@homeroom/contract/endpoint";
import type { FileId, LeadId } from "@homeroom/contract/ids";
import {
  maxOfOneReason,
  type TodayItem,
  type TodayReason,
  type todayList,
  todayReasons,
} from "@homeroom/contract/today";
import { peopleByIds } from "#modules/accounts/public";
import { fileAddresses } from "#modules/files/public";
import { type CustomerToAnswer, closingWindows, failedMessages, longestWaiting } from "#modules/inbox/public";
import { type LeadToFollow, leadHeads, leadsDue, returnedLeads, unassignedLeads } from "#modules/leads/public";
import { type Actor, can } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

type Request = RequestOf<typeof todayList.list>;
type Task = CustomerTask | LeadTask;
interface CustomerTask extends CustomerToAnswer {
  readonly reason: "closing" | "failed" | "waiting";
}
interface LeadTask extends LeadToFollow {
  readonly reason: "due" | "repeat" | "unassigned";
}

/** A reply window is about to close this many hours before its end. */
const closingHours = 3;
const mostShown = 60;

/** An actor's tasks now, from the conversations and leads that they can see. */
export function whatToDo(
  platform: Platform,
  actor: Actor,
  { whose, reason }: Request,
): Promise<ResponseOf<typeof todayList.list>> {
  const narrowed = (scope: Scope): Scope => (whose === "mine" ? { ...scope, reach: "own" } : scope);
  const chats = can(actor, "chat:message:query") ? scopeOf(actor, "chat:message:all") : null;
  const leads = can(actor, "crm:lead:query") ? scopeOf(actor, "crm:lead:all") : null;
  const scope = leads ?? chats ?? scopeOf(actor, "crm:lead:all");
  return inTransaction(platform.db, scope, async (tx) => {
    const found = [
      ...(chats ? await customerTasks(tx, narrowed(chats)) : []),
      ...(leads ? await leadTasks(tx, narrowed(leads)) : []),
    ];
    const countOf = (one: TodayReason) => found.filter((task) => task.reason === one).length;
    const counts = Object.fromEntries(todayReasons.map((one) => [one, countOf(one)])) as Record<TodayReason, number>;
    const shown = inOrder(reason ? found.filter((task) => task.reason === reason) : found).slice(0, mostShown);
    return {
      list: await present(platform, tx, { scope, tasks: shown }),
      counts,
      seesOthers: [chats, leads].some((one) => one !== null && one.reach !== "own"),
    };
  });
}

async function customerTasks(tx: Tx, scope: Scope): Promise<Task[]> {
  const wanted = { scope, limit: maxOfOneReason };
  const [closing, failed, waiting] = await Promise.all([
    closingWindows(tx, wanted, closingHours),
    failedMessages(tx, wanted),
    longestWaiting(tx, wanted),
  ]);
  return [...of("closing", closing), ...of("failed", failed), ...of("waiting", waiting)];
}

async function leadTasks(tx: Tx, scope: Scope): Promise<Task[]> {
  const wanted = { scope, limit: maxOfOneReason };
  const [due, repeat, unassigned] = await Promise.all([
    leadsDue(tx, wanted),
    returnedLeads(tx, wanted),
    unassignedLeads(tx, wanted),
  ]);
  return [...of("due", due), ...of("repeat", repeat), ...of("unassigned", unassigned)];
}

function of<Reason extends TodayReason, One>(reason: Reason, rows: readonly One[]): (One & { reason: Reason })[] {
  return rows.map((row) => ({ ...row, reason }));
}

async function present(
  platform: Platform,
  tx: Tx,
  { scope, tasks }: { scope: Scope; tasks: readonly (Task & { also: TodayReason[] })[] },
): Promise<TodayItem[]> {
  const heads = await leadHeads(
    tx,
    scope,
    tasks.map(({ leadId }) => leadId),
  );
  const all = [...heads.values()];
  const [people, pictures] = await Promise.all([
    peopleByIds(
      tx,
      scope,
      all.flatMap(({ salesId }) => salesId ?? []),
    ),
    fileAddresses(platform)(
      tx,
      scope,
      all.flatMap(({ avatarFileId }) => avatarFileId ?? []),
    ),
  ]);
  const picture = (id: FileId | null) => (id && pictures.get(id)) ?? null;
  return tasks.flatMap((task): TodayItem[] => {
    const head = heads.get(task.leadId);
    if (!head) return [];
    const sales = head.salesId ? people.get(head.salesId) : undefined;
    return [
      {
        ...taskFacts(task),
        leadId: task.leadId,
        branchID: head.branchId,
        nickname: head.nickname,
        avatar: picture(head.avatarFileId),
        phone: head.phone,
        status: head.status,
        sales: sales ? { accountID: sales.accountId, nickname: sales.nickname } : null,
        version: head.version,
      },
    ];
  });
}

function taskFacts(task: Task & { also: TodayReason[] }) {
  const talk = "conversationId" in task ? task : null;
  return {
    reason: task.reason,
    also: task.also,
    since: task.since?.toISOString() ?? null,
    until: task.reason === "closing" ? (task.until?.toISOString() ?? null) : null,
    day: "day" in task ? task.day : null,
    conversationId: talk?.conversationId ?? null,
    channelKind: talk?.channelKind ?? null,
    text: talk?.text ?? "",
    messageId: talk?.messageId ?? null,
  };
}

/** A task about a lead, for one reason. */
interface LeadReason {
  readonly leadId: LeadId;
  readonly reason: TodayReason;
}

/**
 * The tasks by urgency, each lead once. Tasks of one reason keep their order, a more urgent
 * reason comes first, and further reasons of the same lead are listed with it.
 */
export function inOrder<One extends LeadReason>(tasks: readonly One[]): (One & { also: TodayReason[] })[] {
  const byLead = new Map<LeadId, One & { also: TodayReason[] }>();
  for (const reason of todayReasons) {
    for (const task of tasks.filter((one) => one.reason === reason)) {
      const first = byLead.get(task.leadId);
      if (!first) byLead.set(task.leadId, { ...task, also: [] });
      else if (first.reason !== reason && !isImplied(first.also, first.reason, reason)) first.also.push(reason);
    }
  }
  return [...byLead.values()];
}

/** A customer whose reply window is about to close is also waiting. */
function isImplied(also: readonly TodayReason[], first: TodayReason, reason: TodayReason): boolean {
  return also.includes(reason) || (first === "closing" && reason === "waiting");
}
