import type { EmailContent } from "@homeroom/contract/email-templates";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { mailAccountOf, takeMailRoom } from "#modules/email-settings/public";
import { type CompiledMail, fillMail, writeMail } from "#modules/email-templates/public";
import { unsubscribeLink } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { type BulkLetter, type Mailer, openMailer, type SmtpAccount, SmtpFailure } from "#platform/mail/smtp-account";
import type { Platform } from "#platform/server-module";
import type { Plan } from "../queries/plans.ts";
import { quietUntil } from "../queries/quiet-hours.ts";
import { runningPlan, standingOf, waitsForAnswers } from "../queries/running-plan.ts";
import { linkAddress } from "../rules/links.ts";
import { type MailOutcome, outcomeOf } from "../rules/mail-outcomes.ts";
import { claimMails, countDue, type Reader, settleMails } from "./mail-recipients.ts";
import { beginBroadcastWork, type PeopleAtWork } from "./pause-for-people.ts";
import { endPlan, pauseFor } from "./stop-plan.ts";
import { takePace } from "./take-pace.ts";

/** Mails that are handed over as a group, with their results written together. */
const together = 50;
/** Concurrent groups in one process: one is handed over while the other is written. */
const atOnce = 2;
/** A round ends after this number of mails, so that a pause takes effect soon and other plans get their turn. */
const maxInRound = 2000;
/** Tries of a mail whose server cannot be reached, before its plan is paused. */
const maxTries = 5;

export interface MailSending {
  readonly platform: Platform;
  readonly people: PeopleAtWork;
  /** Whether the process stops: only mails in hand are still sent. */
  readonly isStopped?: () => boolean;
}

/**
 * Sends a running plan's next mails to its branch's mail server, or ends it. Pauses it when the server cannot be used; in the
 * organisation's quiet hours it waits, and between groups of mails during people's calls. Returns the number of handled mails.
 */
export async function sendMails(sending: MailSending, scope: Scope, planId: RecordId): Promise<number> {
  const { platform } = sending;
  const ready = await inTransaction(platform.db, scope, (tx) => prepare(platform, tx, { scope, planId }));
  if (!ready) return 0;
  const mail = await writeMail(platform, scope, ready.content);
  await inTransaction(platform.db, scope, (tx) => storeLinks(tx, ready.plan, mail.links));
  const round: MailRound = { ...sending, scope, plan: ready.plan, mail, left: maxInRound, done: 0 };
  try {
    const mailer = await openMailer(ready.account, { insideAllowed: !platform.settings.serving });
    const ends = await Promise.allSettled(
      Array.from({ length: atOnce }, () => workOrStop(round, { mailer, account: ready.account })),
    );
    mailer.close();
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    const { reason, answer } = error;
    await inTransaction(platform.db, scope, (tx) => pauseFor(tx, ready.plan, "mailServer", { reason, answer }));
  }
  return round.done;
}

interface MailRound extends MailSending {
  readonly scope: Scope;
  readonly plan: Plan;
  readonly mail: CompiledMail;
  left: number;
  done: number;
}

interface Ready {
  plan: Plan;
  content: EmailContent;
  account: SmtpAccount;
}

async function prepare(
  platform: Platform,
  tx: Tx,
  { scope, planId }: { scope: Scope; planId: RecordId },
): Promise<Ready | null> {
  const plan = await runningPlan(tx, scope, planId);
  if (!plan?.branch_id || !plan.email_content) return null;
  await leaveUnsure(tx, plan);
  const { hasWaiting, hasQueued } = await standingOf(tx, plan, 1);
  if (!hasWaiting) {
    if (!hasQueued) await endPlan(tx, plan);
    return null;
  }
  if (await isHeldBack(tx, scope, plan)) return null;
  const { branch_id: branchId, email_content: content } = plan;
  const found = await mailAccountOf(platform, tx, { scope, branchId });
  if (found) return { plan, content, account: found.account };
  await pauseFor(tx, plan, "mailServer", { reason: "notSetUp", answer: "" });
  return null;
}

/** Whether sending waits: too many customers wait for an answer, or the organisation's quiet hours have begun. */
async function isHeldBack(tx: Tx, scope: Scope, plan: Plan): Promise<boolean> {
  if (await waitsForAnswers(tx, plan)) return true;
  const category = plan.email_content?.category ?? "marketing";
  return (await quietUntil(tx, scope, { branchId: plan.branch_id, category, now: new Date() })) !== null;
}

/**
 * Mails whose process died while handing them over: it is unknown whether they were sent, so they are not sent again. No group of
 * mails takes nearly as long as this.
 */
async function leaveUnsure(tx: Tx, plan: Plan): Promise<void> {
  await sql`
    update broadcast_recipient set state = 'unsure'
    where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} and state = 'queued'
      and queued_at < clock_timestamp() - interval '15 minutes'`.execute(tx);
}

async function storeLinks(tx: Tx, { organization_id, plan_id, links }: Plan, now: readonly string[]): Promise<void> {
  if (now.length === links.length) return;
  await tx
    .updateTable("broadcast_plan")
    .set({ links: [...now] })
    .where("organization_id", "=", organization_id)
    .where("plan_id", "=", plan_id)
    .execute();
}

/** A failure ends the round. The other group is handed over and written first: otherwise its outcome would be unknown. */
async function workOrStop(round: MailRound, through: { mailer: Mailer; account: SmtpAccount }): Promise<void> {
  try {
    await work(round, through);
  } catch (error) {
    round.left = 0;
    throw error;
  }
}

async function work(round: MailRound, through: { mailer: Mailer; account: SmtpAccount }): Promise<void> {
  while (round.left > 0 && !round.isStopped?.()) {
    round.left -= together;
    const pauseForPeople = await beginBroadcastWork(round.people);
    const readers = await inTransaction(round.platform.db, round.scope, (tx) => claim(tx, round));
    if (readers.length === 0) return;
    const outcomes = await Promise.all(readers.map((reader) => handOver(round, reader, through)));
    round.done += readers.length;
    const isHopeless = await inTransaction(round.platform.db, round.scope, (tx) => settle(tx, round, outcomes));
    if (isHopeless) return;
    await pauseForPeople();
  }
}

/** The next readers, as many as the pace of the plan and the mail server allow. Nobody when the plan is no longer running. */
async function claim(tx: Tx, { scope, plan }: MailRound): Promise<Reader[]> {
  const running = await runningPlan(tx, scope, plan.plan_id);
  // A round with a slow server takes minutes.
  if (!running?.branch_id || (await isHeldBack(tx, scope, running))) return [];
  // Mails that are not due must not use up the pace.
  const due = await countDue(tx, running, together);
  const paced = due > 0 ? await takePace(tx, running, due) : 0;
  const room = await takeMailRoom(tx, scope, { branchId: running.branch_id, wanted: paced });
  return room > 0 ? claimMails(tx, scope, { plan: running, most: room }) : [];
}

async function handOver(
  { platform, plan, mail }: MailRound,
  reader: Reader,
  { mailer, account }: { mailer: Mailer; account: SmtpAccount },
): Promise<MailOutcome> {
  if (reader.exclusion) return { id: reader.id, state: "excluded", reason: reader.exclusion };
  try {
    await mailer.send(letterFor(platform, { plan, mail, reader, sender: account.sender }));
    return { id: reader.id, state: "accepted" };
  } catch (error) {
    if (!(error instanceof SmtpFailure)) throw error;
    return outcomeOf(error, reader);
  }
}

/** Writes the results of mails. Returns whether the server is currently unusable; then the plan may be paused. */
async function settle(tx: Tx, { scope, plan }: MailRound, outcomes: readonly MailOutcome[]): Promise<boolean> {
  await settleMails(tx, scope, { planId: plan.plan_id, outcomes });
  const stuck = outcomes.filter(({ isServerDown }) => isServerDown);
  const lastTry = stuck.find(({ tries = 0, isAccountRefused }) => isAccountRefused || tries >= maxTries);
  if (lastTry) {
    const { serverFailure: reason = "other", detail: answer = "" } = lastTry;
    await pauseFor(tx, plan, "mailServer", { reason, answer });
  }
  return stuck.length > 0;
}

interface LetterOf {
  plan: Plan;
  mail: CompiledMail;
  reader: { id: number; listedId: LeadId; email: string; facts: Parameters<typeof fillMail>[1]["facts"] };
  sender: string;
}

/** A plan's mail to one reader, with their own links. Its Message-ID identifies plan and recipient, also in replies. */
function letterFor(platform: Platform, { plan, mail, reader, sender }: LetterOf): BulkLetter {
  const { settings, secrets } = platform;
  const { organization_id: organizationId, link_number: number } = plan;
  const { PUBLIC_URL, HOST, PORT } = settings;
  // By the lead's own link a merged one unsubscribes along with the other, and stays unsubscribed if the merge is undone.
  const path = unsubscribeLink(secrets, { organizationId, leadId: reader.listedId, channel: "email" });
  const unsubscribe = new URL(path, PUBLIC_URL ?? `http://${HOST}:${PORT}`).href;
  const filled = fillMail(mail, {
    facts: reader.facts,
    link: (place) => linkAddress(platform, { plan: number, recipient: reader.id, place }),
    unsubscribe,
  });
  return {
    recipient: reader.email,
    ...filled,
    messageId: `homeroom.${number}.${reader.id}@${sender.slice(sender.lastIndexOf("@") + 1)}`,
    unsubscribe: plan.email_content?.category === "utility" ? null : unsubscribe,
  };
}
