import type { RecordId } from "@homeroom/contract/ids";
import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Database } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { applyNews, failSilent } from "./actions/apply-news.ts";
import type { Sending } from "./actions/send-batch.ts";
import { type MailSending, sendMails } from "./actions/send-mails.ts";
import { sendPlan } from "./actions/send-plan.ts";
import { startPlan } from "./actions/start-plan.ts";
import {
  type ActivePlan,
  activePlans,
  organizationsWithNews,
  organizationsWithSilence,
  waitingWork,
} from "./queries/active-plans.ts";
import { roundOf } from "./rules/rounds.ts";

const everyMs = 500;
const hour = 3_600_000;
/** Plans of mails that one process sends at a time, and those of one organisation: slow mail servers leave room for others. */
const mailPlansAtOnce = 8;
const mailPlansOfOne = 4;
/** Plans of messages that one process sends at a time, and for how long until it checks again which are due. */
const messagePlansAtOnce = 32;
const roundMs = 2000;

/**
 * Starts due plans, sends for running ones, and updates their figures. All state is in the
 * database: any number of processes may run this, and a process that dies leaves nothing behind.
 */
export function startBroadcasts(
  platform: Platform,
  { sender, people }: Omit<Sending, "platform">,
): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>();
  let stopped = false;
  /** Returns a function that runs the work, unless it is still running. */
  const alone = (work: () => Promise<void>) => {
    let busy = false;
    return () => {
      if (busy || stopped) return;
      busy = true;
      const run = safely(platform, work).finally(() => {
        busy = false;
        running.delete(run);
      });
      running.add(run);
    };
  };
  const sendMessages = alone(async () => {
    while (!stopped && (await workOnPlans({ platform, sender, people }, () => !stopped)));
  });
  const mails = mailWork({ platform, people, isStopped: () => stopped });
  const sendPlansOfMails = alone(() => mails.look());
  const countNews = alone(() => processNews(platform.db));
  // One query for all three: it is the most frequent query of an idle product.
  const look = alone(async () => {
    const waiting = await waitingWork(platform.db);
    if (waiting.messages) sendMessages();
    if (waiting.mails) sendPlansOfMails();
    if (waiting.news) countNews();
  });
  const timers = [
    setInterval(look, everyMs),
    setInterval(
      alone(() => endSilence(platform.db)),
      hour,
    ),
  ];
  return {
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
      await mails.end();
    },
  };
}

/**
 * One round: due plans start, and plans of messages send as much as their channels accept, in parallel. A round ends when
 * nothing can be sent now, or after a while, when others may be due. While `goesOn` says so, it continues as long as
 * none are due, because ending it means waiting for messages in flight. Returns whether there may be more to send at once.
 */
export async function workOnPlans(sending: Sending, goesOn: () => boolean = () => false): Promise<boolean> {
  const { platform } = sending;
  const { db } = platform;
  const plans = await activePlans(db);
  const starts = plans.filter(({ state }) => state === "pending");
  for (const plan of starts) await forItself(platform, plan, (scope) => startPlan(db, scope, plan.planId));
  const running = plans.filter(({ state, kind }) => state === "running" && kind === "whatsapp");
  let isMore = running.length > messagePlansAtOnce;
  const underWay = new Set<RecordId>();
  const isOtherDue = async () => (await activePlans(db)).some((one) => !isSeenTo(one, underWay));
  const isOver = roundOf(roundMs, async () => goesOn() && !(await isOtherDue()));
  const work = async () => {
    for (let plan = running.shift(); plan; plan = running.shift()) {
      const { planId } = plan;
      underWay.add(planId);
      const hasMore = await forItself(platform, plan, (scope) => sendPlan(sending, scope, { planId, isOver }));
      underWay.delete(planId);
      isMore = hasMore === true || isMore;
    }
  };
  await Promise.all(Array.from({ length: messagePlansAtOnce }, work));
  return isMore;
}

/** Another round would do nothing more for the plan. */
const isSeenTo = ({ state, kind, planId }: ActivePlan, underWay: ReadonlySet<RecordId>) =>
  state === "running" && (kind === "email" || underWay.has(planId));

/** One round: plans of mails send their next ones. */
export async function workOnMails(sending: MailSending): Promise<void> {
  const work = mailWork(sending);
  await work.look();
  await work.end();
}

/**
 * Sends plans of mails in parallel. There are no rounds of all plans: a mail server may take hours for its mails, and other
 * plans begin meanwhile.
 */
function mailWork(sending: MailSending): { look(): Promise<void>; end(): Promise<void> } {
  const { platform } = sending;
  const underWay = new Map<RecordId, Pick<ActivePlan, "organizationId"> & { end: Promise<void> }>();
  let queue: ActivePlan[] = [];
  const hasRoom = ({ organizationId }: ActivePlan) =>
    [...underWay.values()].filter((one) => one.organizationId === organizationId).length < mailPlansOfOne;
  const begin = (plan: ActivePlan) => {
    const { organizationId, planId } = plan;
    const send = () => forItself(platform, plan, (scope) => sendMails(sending, scope, planId));
    const end = safely(platform, async () => void (await send())).finally(() => {
      underWay.delete(planId);
      beginNext();
    });
    underWay.set(planId, { organizationId, end });
  };
  const beginNext = () => {
    if (sending.isStopped?.()) queue = [];
    while (underWay.size < mailPlansAtOnce) {
      const next = queue.find(hasRoom);
      if (!next) return;
      queue = queue.filter((one) => one !== next);
      begin(next);
    }
  };
  return {
    /** Queues the plans that run now, behind those that have not had their turn. */
    async look() {
      const active = await activePlans(platform.db);
      const known = new Set([...underWay.keys(), ...queue.map(({ planId }) => planId)]);
      const isNew = ({ state, kind, planId }: ActivePlan) =>
        state === "running" && kind === "email" && !known.has(planId);
      queue.push(...active.filter(isNew));
      beginNext();
    },
    async end() {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ end }) => end));
    },
  };
}

/** Works on one plan. A failure is logged and retried in the next round, so that other plans do not wait. */
async function forItself<Result>(
  { log }: Pick<Platform, "log">,
  { organizationId, planId }: ActivePlan,
  work: (scope: Scope) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work(organizationScope(organizationId));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    log.error({ err: error, planId }, "A broadcast plan failed in this round; trying again");
    return undefined;
  }
}

/** One round: counts the results of messages so far. */
export async function processNews(db: Database): Promise<void> {
  for (const organizationId of await organizationsWithNews(db))
    while (await applyNews(db, organizationScope(organizationId)));
}

/** Counts messages without a status for seven days as failed. */
export async function endSilence(db: Database): Promise<void> {
  for (const organizationId of await organizationsWithSilence(db))
    await failSilent(db, organizationScope(organizationId));
}

async function safely({ log }: Platform, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isDatabaseAway(error)) log.warn({ err: error }, "Broadcast plans did not reach the database");
    else log.error({ err: error }, "A round of broadcast plans failed; trying again");
  }
}
