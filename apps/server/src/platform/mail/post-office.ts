import { sql } from "kysely";
import { listen } from "#platform/db/notifications";
import { removeOldRows } from "#platform/db/remove-old-rows";
import { type Database, inSystemTransaction, type SystemTx } from "#platform/db/transaction";
import type { Log } from "#platform/log/log";
import type { Carrier } from "./carrier.ts";

export interface PostOffice {
  /** Finishes the current mail and takes no more. */
  stop(): Promise<void>;
}

const pollMs = 15_000;
/** The wait doubles after each failure: 30 s, 1 min, 2 min ... The eleventh failure, about a day later, is the last. */
const firstRetrySeconds = 30;
const maxTries = 12;
/** Sent and undeliverable mails are kept for a month. */
const isOld = sql`created_at < now() - interval '30 days'`;

/**
 * Delivers posted mails, urgent ones first, woken by each commit that posts one. A second loop takes only urgent ones,
 * so that they do not wait while a mail server hangs on another mail. Several processes share the work. A crash after a mail
 * was sent but before that was recorded sends it twice; none is lost.
 */
export function startPostOffice(parts: PostOfficeParts & { url: string }): PostOffice {
  const { db } = parts;
  const clearUp = async (isStopped: () => boolean) => {
    while (!isStopped() && (await removeOldRows(db, "outgoing_mail", isOld)));
  };
  const loops = [startLoop(parts, "all", clearUp), startLoop(parts, "urgent")];
  const wake = () => {
    for (const loop of loops) loop.wake();
  };
  const notifications = listen(parts.url, "outgoing_mail", { log: parts.log, onWake: wake });
  const poll = setInterval(wake, pollMs);
  return {
    async stop() {
      clearInterval(poll);
      await Promise.all([notifications.stop(), ...loops.map((loop) => loop.stop())]);
    },
  };
}

type MailSelection = "all" | "urgent";

interface PostOfficeParts {
  db: Database;
  carrier: Carrier;
  log: Log;
}

/** Delivers all mails, one by one, each time it is woken; then calls `after`. */
function startLoop(parts: PostOfficeParts, which: MailSelection, after?: (isStopped: () => boolean) => Promise<void>) {
  let stopped = false;
  let wanted = false;
  let working: Promise<void> | null = null;
  const workOff = async () => {
    while (wanted && !stopped) {
      wanted = false;
      try {
        while (!stopped && (await deliverOne(parts, which)));
        await after?.(() => stopped);
      } catch (error) {
        parts.log.warn({ reason: (error as Error).message }, "Delivering mail failed; trying again");
      }
    }
  };
  return {
    wake() {
      wanted = true;
      if (!working && !stopped) working = workOff().finally(() => (working = null));
    },
    async stop() {
      stopped = true;
      await working;
    },
  };
}

/** Returns whether there was a mail to deliver. */
async function deliverOne({ db, carrier, log }: PostOfficeParts, which: MailSelection): Promise<boolean> {
  const mail = await inSystemTransaction(db, (tx) => claimMail(tx, which));
  if (!mail) return false;
  const { mail_id: mailId, recipient, subject, body, tries } = mail;
  try {
    await carrier({ recipient, subject, ...(body ?? { text: "", html: "" }) });
  } catch (error) {
    const problem = (error as Error).message.slice(0, 300);
    log.warn({ mailId, tries, problem }, "A mail could not be delivered");
    await inSystemTransaction(db, (tx) => recordProblem(tx, { mailId, tries, problem }));
    return true;
  }
  await inSystemTransaction(db, (tx) => markSent(tx, mailId));
  return true;
}

/** Claims the next mail for as long as a try may last: after that others may take it, in case this process has died. */
async function claimMail(tx: SystemTx, which: MailSelection) {
  const waiting = tx
    .selectFrom("outgoing_mail")
    .select("mail_id")
    .where("sent_at", "is", null)
    .where("gave_up_at", "is", null)
    .where("next_try_at", "<=", sql<Date>`now()`);
  const next = (which === "urgent" ? waiting.where("urgent", "=", true) : waiting)
    .orderBy("urgent", "desc")
    .orderBy("next_try_at")
    .limit(1)
    .forUpdate()
    .skipLocked();
  return tx
    .updateTable("outgoing_mail")
    .set({ tries: sql`tries + 1`, next_try_at: sql<Date>`now() + interval '2 minutes'` })
    .where("mail_id", "=", next)
    .returning(["mail_id", "recipient", "subject", "body", "tries"])
    .executeTakeFirst();
}

async function markSent(tx: SystemTx, mailId: string): Promise<void> {
  await tx
    .updateTable("outgoing_mail")
    .set({ sent_at: new Date(), body: null })
    .where("mail_id", "=", mailId)
    .execute();
}

async function recordProblem(tx: SystemTx, at: { mailId: string; tries: number; problem: string }): Promise<void> {
  const gaveUp = at.tries >= maxTries;
  const wait = firstRetrySeconds * 2 ** (at.tries - 1);
  await tx
    .updateTable("outgoing_mail")
    .set({
      problem: at.problem,
      next_try_at: new Date(Date.now() + wait * 1000),
      ...(gaveUp && { gave_up_at: new Date(), body: null }),
    })
    .where("mail_id", "=", at.mailId)
    .execute();
}
