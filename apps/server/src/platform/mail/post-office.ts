import { sql } from "kysely";
import { listen } from "#platform/db/notifications";
import { removeOldRows } from "#platform/db/remove-old-rows";
import { type Database, inSystemTransaction, type SystemTx } from "#platform/db/transaction";
import type { Log } from "#platform/log/log";
import type { Carrier } from "./carrier.ts";

export interface PostOffice {
  /** Lets the mail at hand leave and takes no more. */
  stop(): Promise<void>;
}

const pollMs = 15_000;
/** After each failure it waits longer: 30 s, 1 min, 2 min ... and gives up after the eleventh, about a day later. */
const firstRetrySeconds = 30;
const maxTries = 12;
/** Mails that have gone, or could not, are kept for a month. */
const isOld = sql`created_at < now() - interval '30 days'`;

/**
 * Delivers posted mails, woken by each commit that posts one. Several processes share the work. A crash after a mail
 * was sent and before that was recorded sends it twice; none is lost.
 */
export function startPostOffice(around: { db: Database; url: string; carrier: Carrier; log: Log }): PostOffice {
  const { db, log } = around;
  let stopped = false;
  let wanted = false;
  let working: Promise<void> | null = null;

  const workOff = async () => {
    while (wanted && !stopped) {
      wanted = false;
      try {
        for (let sent = await deliverOne(db, around.carrier, log); sent && !stopped; ) {
          sent = await deliverOne(db, around.carrier, log);
        }
        while (!stopped && (await removeOldRows(db, "outgoing_mail", isOld)));
      } catch (error) {
        log.warn({ reason: (error as Error).message }, "Delivering mail failed; trying again");
      }
    }
  };
  const wake = () => {
    wanted = true;
    if (!working && !stopped) working = workOff().finally(() => (working = null));
  };
  const notifications = listen(around.url, "outgoing_mail", { log, onWake: wake });
  const poll = setInterval(wake, pollMs);
  return {
    async stop() {
      stopped = true;
      clearInterval(poll);
      await notifications.stop();
      await working;
    },
  };
}

/** Whether there was a mail to deliver. */
async function deliverOne(db: Database, carrier: Carrier, log: Log): Promise<boolean> {
  const mail = await inSystemTransaction(db, claimMail);
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

/** Takes the next mail for as long as a try may last: who took it and died leaves it to others after that. */
async function claimMail(tx: SystemTx) {
  const next = tx
    .selectFrom("outgoing_mail")
    .select("mail_id")
    .where("sent_at", "is", null)
    .where("gave_up_at", "is", null)
    .where("next_try_at", "<=", sql<Date>`now()`)
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
