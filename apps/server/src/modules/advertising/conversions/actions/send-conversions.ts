import type { ConversionProblem } from "@homeroom/contract/conversions";
import { sql } from "kysely";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { AdPlatformFailure, type ConversionSender } from "../../port.ts";
import { dueConversions } from "../queries/events.ts";
import type { StoredConversionSetting } from "../queries/settings.ts";
import { type Conversion, eventBody } from "../rules/event-body.ts";

type Parts = Pick<Platform, "db" | "secrets" | "log">;
type DueConversion = Conversion & { attempts: number };

/** After this time other processes take over the organisation of a dead process. */
const leaseMs = 5 * 60_000;
const everyMs = 60_000;
/** One bad event makes Meta drop the whole batch, so batches are small. */
const maxAtOnce = 100;
const maxAttempts = 10;
const longestRestMs = 6 * 3_600_000;
const oldestMs = 7 * 86_400_000;

/** Collects and sends the stages of the organisation that has been due for longest; returns whether another may be due. */
export async function sendNextConversions(parts: Parts, sender: ConversionSender, now = new Date()): Promise<boolean> {
  const setting = await claimSetting(parts.db, now);
  if (!setting) return false;
  const scope = organizationScope(setting.organization_id);
  const due = await inTransaction(parts.db, scope, async (tx) => {
    await collectConversions(tx, scope, { since: setting.since, now });
    return dueConversions(tx, scope, { now, limit: maxAtOnce });
  });
  const fresh = due.filter(({ happenedAt }) => now.getTime() - happenedAt.getTime() < oldestMs);
  const old = due.filter((one) => !fresh.includes(one));
  if (old.length > 0) await store(parts, scope, { events: old, state: "failed", problem: "tooOld", detail: "", now });
  const work = { scope, token: parts.secrets.open(setting.secrets)["token"] ?? "", setting, now };
  const problem = fresh.length > 0 ? await send(parts, sender, { ...work, events: fresh }) : setting.problem;
  const restMs = due.length === maxAtOnce && problem === null ? 0 : everyMs;
  await endTurn(parts.db, setting, { problem, dueAt: new Date(now.getTime() + restMs) });
  return true;
}

function claimSetting(db: Platform["db"], now: Date): Promise<StoredConversionSetting | undefined> {
  return inSystemTransaction(db, async (tx) => {
    const { rows } = await sql<StoredConversionSetting>`
      with due as materialized (
        select organization_id from conversion_setting where status = 1 and due_at <= ${now}
        order by due_at limit 1 for update skip locked)
      update conversion_setting setting set due_at = ${new Date(now.getTime() + leaseMs)} from due
      where setting.organization_id = due.organization_id returning setting.*`.execute(tx);
    return rows[0];
  });
}

interface ConversionBatch {
  scope: Scope;
  token: string;
  setting: StoredConversionSetting;
  events: readonly DueConversion[];
  now: Date;
}

/** Sends events and stores the outcomes; returns the reason if Meta accepts none, or null. */
async function send(parts: Parts, sender: ConversionSender, work: ConversionBatch): Promise<ConversionProblem | null> {
  const { scope, token, setting, events, now } = work;
  try {
    const said = await sender.send(token, setting.dataset_id, events.map(eventBody));
    await store(parts, scope, { events, state: "sent", problem: null, detail: said, now });
    return null;
  } catch (error) {
    if (!(error instanceof AdPlatformFailure)) throw error;
    if (error.reason === "refused" && events.length > 1) return sendOneByOne(parts, sender, work);
    parts.log.warn({ organizationId: scope.organizationId, reason: error.reason }, "Stages of leads were not taken");
    return storeFailure(parts, scope, { events, error, now });
  }
}

/** Finds the refused event in a batch. */
async function sendOneByOne(
  parts: Parts,
  sender: ConversionSender,
  work: ConversionBatch,
): Promise<ConversionProblem | null> {
  for (const event of work.events) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, until the key itself is refused
    const problem = await send(parts, sender, { ...work, events: [event] });
    if (problem === "reconnect" || problem === "unavailable") return problem;
  }
  return null;
}

async function storeFailure(
  parts: Parts,
  scope: Scope,
  { events, error, now }: { events: readonly DueConversion[]; error: AdPlatformFailure; now: Date },
): Promise<ConversionProblem> {
  const { reason, retryAfterMs } = error;
  const detail = error.message.slice(0, 300);
  if (reason === "refused") {
    await store(parts, scope, { events, state: "failed", problem: "refused", detail, now });
    return "refused";
  }
  // With an invalid key nothing is lost: waiting events are sent once there is a new one.
  const problem = reason === "reconnect" ? "reconnect" : "unavailable";
  const eventIds = events.map(({ eventId }) => eventId);
  await inTransaction(parts.db, scope, (tx) =>
    delayConversions(tx, scope, { eventIds, problem, detail, retryAfterMs, now }),
  );
  return problem;
}

interface StoredOutcome {
  events: readonly DueConversion[];
  state: "sent" | "failed";
  problem: ConversionProblem | null;
  detail: string;
  now: Date;
}

function store({ db }: Parts, scope: Scope, { events, now, ...outcome }: StoredOutcome): Promise<void> {
  const eventIds = events.map(({ eventId }) => eventId);
  return inTransaction(db, scope, (tx) => changeConversions(tx, scope, { ...outcome, eventIds, dueAt: now }));
}

/** The next turn; a setting that was saved meanwhile keeps its own. */
async function endTurn(
  db: Platform["db"],
  { organization_id: organizationId, version }: StoredConversionSetting,
  { problem, dueAt }: { problem: ConversionProblem | null; dueAt: Date },
): Promise<void> {
  await inTransaction(db, organizationScope(organizationId), (tx) =>
    tx
      .updateTable("conversion_setting")
      .set({ problem: problem === "refused" ? null : problem, due_at: dueAt })
      .where("organization_id", "=", organizationId)
      .where("version", "=", version)
      .execute(),
  );
}

/** The outcome of sent events. */
interface Outcome {
  eventIds: readonly string[];
  state: "sent" | "failed";
  problem: ConversionProblem | null;
  detail: string;
  dueAt: Date;
}

/** Stores the outcome of sending some events. */
async function changeConversions(tx: Tx, { organizationId }: Scope, outcome: Outcome): Promise<void> {
  const { eventIds, state, problem, detail, dueAt } = outcome;
  await sql`
    update conversion_event set state = ${state}, problem = ${problem}, detail = ${detail}, due_at = ${dueAt},
      attempts = attempts + 1
    where organization_id = ${organizationId} and event_id = any(${sql.val([...eventIds])}::uuid[])`.execute(tx);
}

interface Delay extends Pick<Outcome, "eventIds" | "detail"> {
  problem: "reconnect" | "unavailable";
  retryAfterMs: number | null | undefined;
  now: Date;
}

/** Schedules retries of events, with delays that grow with each event's attempts, up to the last one. */
async function delayConversions(tx: Tx, { organizationId }: Scope, delay: Delay): Promise<void> {
  const { eventIds, problem, detail, retryAfterMs, now } = delay;
  const isOver = sql`(${problem === "unavailable"} and attempts + 1 >= ${maxAttempts})`;
  const restMs = sql`coalesce(${retryAfterMs ?? null}::float8, least(${everyMs} * power(2, attempts), ${longestRestMs}))`;
  await sql`
    update conversion_event set
      state = case when ${isOver} then 'failed' else 'waiting' end,
      problem = case when ${isOver} then ${problem} end,
      detail = ${detail}, due_at = ${now}::timestamptz + ${restMs} * interval '1 millisecond', attempts = attempts + 1
    where organization_id = ${organizationId} and event_id = any(${sql.val([...eventIds])}::uuid[])`.execute(tx);
}

/**
 * Adds the missing stages that Meta's leads have reached since `since`. Stages are read from the leads, so
 * they are found however a lead reached them. Meta accepts stages within four weeks of the lead, at most seven days old.
 */
async function collectConversions(
  tx: Tx,
  { organizationId }: Scope,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  await sql`
    insert into conversion_event
      (organization_id, event_id, lead_id, branch_id, stage, kind, click, account, clicked_at, happened_at, due_at)
    select ${organizationId}, gen_random_uuid(), came.lead_id, person.branch_id, stage.name, came.kind, came.click,
      came.account, came.at, stage.at, ${now}
    from (
      select distinct on (lead_id) lead_id, kind, click, account, at from ad_meta_click
      where organization_id = ${organizationId} and at > ${now}::timestamptz - interval '28 days'
      order by lead_id, case kind when 'form' then 1 when 'message' then 2 else 3 end, at) came
    join ad_person person on person.organization_id = ${organizationId} and person.lead_id = came.lead_id
    join ad_outcome outcome on outcome.organization_id = ${organizationId} and outcome.lead_id = came.lead_id
    cross join lateral (values ('lead', came.at), ('conversation', outcome.talked_at),
      ('trialBooked', outcome.trial_booked_at), ('trialAttended', outcome.trial_attended_at),
      ('deal', outcome.deal_at)) stage(name, at)
    where stage.at >= came.at and stage.at >= ${since} and stage.at > ${now}::timestamptz - interval '7 days'
      and (came.kind <> 'message' or stage.name in ('lead', 'deal'))
    on conflict (organization_id, lead_id, stage) do nothing`.execute(tx);
}
