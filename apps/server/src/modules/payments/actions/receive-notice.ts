import type { OrganizationId } from "@homeroom/contract/ids";
import { bookReturn, organizationsOfPayment } from "#modules/orders/public";
import {
  PaymentFailure,
  type PaymentGateway,
  type PlatformValues,
  type RawNotice,
  type RefundDesk,
  valuesOf,
} from "#modules/payment-platforms/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { attemptByNumber, organizationOfAttempt } from "../queries/attempts.ts";
import { bookStanding } from "./book-standing.ts";
import type { Payments } from "./payments.ts";

/** The response to a platform. */
export interface NoticeAnswer {
  status: 200 | 401 | 503;
  body: string;
}

/** The format of our own numbers; others are not looked up. */
const tradeNumbers = /^[0-9A-Za-z]{1,64}$/;

const refused: NoticeAnswer = { status: 401, body: "" };
const again: NoticeAnswer = { status: 503, body: "" };

/**
 * Receives a notice of a payment platform: finds its payment, verifies it with the organisation's keys, and
 * updates the order. Unknown payments and unsigned notices get the same refusal. If the platform itself
 * cannot be reached, it must send the notice again.
 */
export async function receiveNotice(payments: Payments, notice: RawNotice): Promise<NoticeAnswer> {
  const { gateways, platform } = payments;
  for (const gateway of gateways) {
    const { provider } = gateway;
    try {
      // oxlint-disable-next-line no-await-in-loop -- the first that knows the notice takes it
      const answer = (await takeReturn(payments, gateway, notice)) ?? (await takePayment(payments, gateway, notice));
      if (answer) return answer;
    } catch (error) {
      if (!(error instanceof PaymentFailure)) throw error;
      platform.log.warn({ provider, reason: error.reason, code: error.code }, "A payment notice was not taken");
      return error.reason === "refused" ? refused : again;
    }
  }
  platform.log.warn({ bytes: notice.body.length }, "A payment notice about no payment of ours");
  return refused;
}

async function takePayment(
  payments: Payments,
  gateway: PaymentGateway,
  notice: RawNotice,
): Promise<NoticeAnswer | null> {
  const { platform } = payments;
  const tradeNumber = gateway.tradeNumberOf(notice);
  if (tradeNumber === null || !tradeNumbers.test(tradeNumber)) return null;
  const place = await placeOf(payments, gateway, await organizationOfAttempt(platform.db, tradeNumber));
  if (!place) return null;
  const { scope, values } = place;
  const attempt = await inTransaction(platform.db, scope, (tx) => attemptByNumber(tx, scope, tradeNumber));
  if (attempt?.provider !== gateway.provider) return null;
  const standing = await gateway.readNotice(values, notice);
  if (standing) await bookStanding(platform, scope, { attempt, standing });
  return { status: 200, body: gateway.thanks };
}

/** A refund notice, for the organisation whose keys verify it. If the payment is not booked yet, the platform must retry. */
async function takeReturn(
  payments: Payments,
  gateway: PaymentGateway,
  notice: RawNotice,
): Promise<NoticeAnswer | null> {
  const { provider, refunds } = gateway;
  const reference = refunds?.returnedOf(notice) ?? null;
  if (!refunds || reference === null || !tradeNumbers.test(reference)) return null;
  for (const organizationId of await organizationsOfPayment(payments.platform.db, { provider, reference })) {
    // oxlint-disable-next-line no-await-in-loop -- the first that the platform signed it for takes it
    const answer = await bookReturnOf(payments, gateway, { refunds, notice, organizationId });
    if (answer) return answer;
  }
  payments.platform.log.warn({ provider, reference }, "A notice of returned money was not taken");
  return refused;
}

/** Null if it is not signed for this organisation. */
async function bookReturnOf(
  payments: Payments,
  gateway: PaymentGateway,
  { refunds, notice, organizationId }: { refunds: RefundDesk; notice: RawNotice; organizationId: OrganizationId },
): Promise<NoticeAnswer | null> {
  const { db, log } = payments.platform;
  const { provider, thanks } = gateway;
  const place = await placeOf(payments, gateway, organizationId);
  if (!place) return null;
  const { scope, values } = place;
  const returned = await refunds.readReturn(values, notice).catch((error: unknown) => {
    if (error instanceof PaymentFailure && error.reason === "refused") return "refused" as const;
    throw error;
  });
  if (returned === "refused") return null;
  const outcome = returned && (await bookReturn(db, scope, { provider, returned }));
  if (outcome === "unbooked")
    log.warn({ provider, reference: returned?.reference }, "A payment platform returned money that is not here");
  return outcome === "undecided" ? again : { status: 200, body: thanks };
}

interface PlatformOfNotice {
  scope: Scope;
  values: PlatformValues;
}

async function placeOf(
  { platform: { db, secrets } }: Payments,
  { provider }: PaymentGateway,
  organizationId: OrganizationId | undefined,
): Promise<PlatformOfNotice | null> {
  if (!organizationId) return null;
  const scope = organizationScope(organizationId);
  const values = await inTransaction(db, scope, (tx) => valuesOf(tx, scope, { provider, secrets }));
  return values ? { scope, values } : null;
}
