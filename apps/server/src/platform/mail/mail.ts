import { sql } from "kysely";
import { v7 } from "uuid";
import type { SystemTx, Tx } from "#platform/db/transaction";
import { type MailContent, mailHtml, mailText } from "./layout.ts";

/** A mail of the product to one person. */
export interface Mail extends MailContent {
  readonly to: string;
  /** Sent before all others, because its reader waits for it or must act at once: codes, passwords and security notices. */
  readonly urgent?: boolean;
}

/**
 * Posts a mail in the caller's transaction: it is sent after commit, at least once, or not at all. Delivery is retried
 * for a day; an undeliverable mail stays in outgoing_mail with its problem.
 */
export function postMail(tx: Tx | SystemTx, mail: Mail): Promise<void> {
  return insertMail(tx, mail, true);
}

/**
 * Does the work of posting a mail without sending it, for an unknown recipient: the time that the answer takes must not
 * reveal the difference.
 */
export function discardMail(tx: Tx | SystemTx, mail: Mail): Promise<void> {
  return insertMail(tx, mail, false);
}

async function insertMail(tx: Tx | SystemTx, mail: Mail, leaves: boolean): Promise<void> {
  const unsubscribe = mail.unsubscribe && { unsubscribe: mail.unsubscribe.address };
  const body = JSON.stringify({ text: mailText(mail), html: mailHtml(mail), ...unsubscribe });
  // The role that posts may not read other mails, so the statement returns nothing.
  await sql`insert into outgoing_mail (mail_id, recipient, subject, body, gave_up_at, problem, urgent)
    values (${v7()}, ${leaves ? mail.to : ""}, ${mail.subject.replace(/[\r\n]+/g, " ")},
      ${leaves ? body : null}::jsonb, ${leaves ? null : new Date()}, ${leaves ? "" : "for nobody"}, ${mail.urgent ?? false})`.execute(
    tx,
  );
}
