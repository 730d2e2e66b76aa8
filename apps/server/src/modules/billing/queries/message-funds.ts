import type { OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import { sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { balancesOf } from "./ledger.ts";
import { currencyOf, pricesOn } from "./prices.ts";

/** The funds for messages. */
export interface MessageFunds {
  /** Messages left in packages. */
  messages: number;
  balanceMinor: number;
  /** The price of a message beyond the packages; null if single messages are not sold. */
  priceMinor: number | null;
  currency: CurrencyCode;
}

/** An organisation's current funds for messages. With `isHeld` they are locked until the transaction ends. */
export async function messageFunds(tx: Tx, scope: Scope, { isHeld = false } = {}): Promise<MessageFunds> {
  if (isHeld) await holdBalances(tx, scope);
  const currency = await currencyOf(tx, scope);
  const day = today(await timeZoneOf(tx, scope, null));
  const price = (await pricesOn(tx, { day, currency })).find(({ kind }) => kind === "message");
  const balance = await balancesOf(tx, scope);
  return {
    messages: balance("message", "available"),
    balanceMinor: balance("money", "available"),
    priceMinor: price?.amount_minor ?? null,
    currency,
  };
}

/** The number of messages that can be sent with the balance. */
export function messagesWithin({ messages, balanceMinor, priceMinor }: MessageFunds): number {
  return messages + (priceMinor ? Math.floor(balanceMinor / priceMinor) : 0);
}

function holdBalances(tx: Tx, scope: Scope) {
  return (
    tx
      .selectFrom("ledger_balance")
      .select("unit")
      .where("organization_id", "=", scope.organizationId)
      .where("unit", "in", ["message", "money"])
      // Every movement of both locks them in this order.
      .orderBy("unit")
      .orderBy("place")
      .forUpdate()
      .execute()
  );
}

const atOnce = 500;

export interface OpenHold {
  organizationId: OrganizationId;
  subjectId: RecordId;
}

/** The open reservations for messages of all organisations, page by page: those after `last`. */
export async function openHolds(db: Database, last?: OpenHold): Promise<OpenHold[]> {
  const after = last ? sql`and (organization_id, subject_id) > (${last.organizationId}, ${last.subjectId})` : sql``;
  const found = await inSystemTransaction(db, (tx) =>
    sql<OpenHold>`
      select organization_id as "organizationId", subject_id as "subjectId" from message_hold
      where closed_at is null ${after} order by organization_id, subject_id limit ${atOnce}`.execute(tx),
  );
  return found.rows;
}
