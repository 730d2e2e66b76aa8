import { PaymentFailure, type RawNotice, valuesOf } from "#modules/payment-platforms/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { attemptByNumber, organizationOfAttempt } from "../queries/attempts.ts";
import { bookStanding } from "./book-standing.ts";
import type { Payments } from "./payments.ts";

/** What a platform is answered. */
export interface NoticeAnswer {
  status: 200 | 401 | 503;
  body: string;
}

/** What our own numbers look like; anything else is not asked about. */
const tradeNumbers = /^[0-9A-Za-z]{1,64}$/;

const refused: NoticeAnswer = { status: 401, body: "" };

/**
 * Takes a notice of a payment platform: finds the payment that it names, verifies it with the keys of that organisation, and
 * has the order told. What nobody began, and what the platform did not sign, is refused alike. Where the platform itself
 * cannot be asked, it is to send the notice again.
 */
export async function receiveNotice({ platform, gateways }: Payments, notice: RawNotice): Promise<NoticeAnswer> {
  const { db, secrets, log } = platform;
  for (const gateway of gateways) {
    const tradeNumber = gateway.tradeNumberOf(notice);
    if (tradeNumber === null || !tradeNumbers.test(tradeNumber)) continue;
    const organizationId = await organizationOfAttempt(db, tradeNumber);
    if (!organizationId) continue;
    const scope = organizationScope(organizationId);
    const { provider } = gateway;
    const [attempt, values] = await inTransaction(db, scope, async (tx) => [
      await attemptByNumber(tx, scope, tradeNumber),
      await valuesOf(tx, scope, { provider, secrets }),
    ]);
    if (!attempt || !values || attempt.provider !== provider) continue;
    try {
      const standing = await gateway.readNotice(values, notice);
      if (standing) await bookStanding(platform, scope, { attempt, standing });
      return { status: 200, body: gateway.thanks };
    } catch (error) {
      if (!(error instanceof PaymentFailure)) throw error;
      log.warn({ provider, reason: error.reason, code: error.code }, "A payment notice was not taken");
      return error.reason === "refused" ? refused : { status: 503, body: "" };
    }
  }
  log.warn({ bytes: notice.body.length }, "A payment notice about no payment of ours");
  return refused;
}
