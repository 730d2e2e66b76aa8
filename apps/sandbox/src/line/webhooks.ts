import { createHmac } from "node:crypto";
import type { LineAccount } from "./account.ts";
import { type LineDelivery, type LineSandbox, newEventId, newToken } from "./line-sandbox.ts";
import type { LinePerson } from "./people.ts";

export interface EventDraft {
  type: string;
  /** Events that nobody can answer have no token. */
  answerable: boolean;
  fields: Record<string, unknown>;
}

const postWithinMs = 5_000;
const maxRemembered = 500;

/** Sends a person's action to the account's server. */
export function notifyOfAccountEvent(
  sandbox: LineSandbox,
  account: LineAccount,
  person: LinePerson,
  draft: EventDraft,
): LineDelivery {
  const now = Date.now();
  const event: Record<string, unknown> = {
    type: draft.type,
    mode: "active",
    timestamp: now,
    source: { type: "user", userId: person.userId },
    webhookEventId: newEventId(now),
    deliveryContext: { isRedelivery: false },
    ...(draft.answerable && { replyToken: newReplyToken(sandbox, account, person) }),
    ...draft.fields,
  };
  return deliver(sandbox, account, [event], `${draft.type} ${person.displayName}`);
}

function newReplyToken(sandbox: LineSandbox, { channelId }: LineAccount, { userId }: LinePerson): string {
  const token = newToken();
  sandbox.replyTokens.set(token, { channelId, userId, at: Date.now(), used: false });
  return token;
}

/** Posts signed events, and again with `isRedelivery` until they are accepted or the pauses are used up. */
export function deliver(
  sandbox: LineSandbox,
  account: LineAccount,
  events: readonly Record<string, unknown>[],
  about: string,
): LineDelivery {
  const delivery: LineDelivery = {
    at: Date.now(),
    channelId: account.channelId,
    about,
    body: bodyOf(account, events),
    state: "waiting",
    attempts: 0,
    lastStatus: 0,
  };
  sandbox.deliveries.push(delivery);
  if (sandbox.deliveries.length > maxRemembered) sandbox.deliveries.shift();
  // "Use webhook" switched off: LINE makes no calls, and does not repeat them later.
  if (account.webhookActive) void attempt(sandbox, account, { delivery, events });
  else delivery.state = "given up";
  return delivery;
}

function bodyOf({ userId }: LineAccount, events: readonly Record<string, unknown>[]): string {
  return JSON.stringify({ destination: userId, events });
}

async function attempt(
  sandbox: LineSandbox,
  account: LineAccount,
  { delivery, events }: { delivery: LineDelivery; events: readonly Record<string, unknown>[] },
): Promise<void> {
  delivery.attempts += 1;
  delivery.lastStatus = (await post(account, delivery.body)).status;
  sandbox.changed();
  if (delivery.lastStatus >= 200 && delivery.lastStatus < 300) {
    delivery.state = "delivered";
    return;
  }
  const pause = sandbox.redeliverAfterMs[delivery.attempts - 1];
  if (pause === undefined) {
    delivery.state = "given up";
    sandbox.log.warn({ about: delivery.about, status: delivery.lastStatus }, "a LINE webhook was given up");
    return;
  }
  const again = events.map((event) => ({ ...event, deliveryContext: { isRedelivery: true } }));
  delivery.body = bodyOf(account, again);
  sandbox.timers.later(pause, () => void attempt(sandbox, account, { delivery, events: again }));
}

/** The answer's status, or 0 and LINE's name for the reason. */
export async function post(
  { webhookUrl, channelSecret }: LineAccount,
  body: string,
): Promise<{ status: number; reason: "OK" | "ERROR_STATUS_CODE" | "REQUEST_TIMEOUT" | "COULD_NOT_CONNECT" }> {
  const signature = createHmac("sha256", channelSecret).update(body).digest("base64");
  try {
    const answer = await fetch(webhookUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "LineBotWebhook/2.0",
        "x-line-signature": signature,
      },
      body,
      signal: AbortSignal.timeout(postWithinMs),
    });
    await answer.arrayBuffer();
    return { status: answer.status, reason: answer.status === 200 ? "OK" : "ERROR_STATUS_CODE" };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return { status: 0, reason: isLate ? "REQUEST_TIMEOUT" : "COULD_NOT_CONNECT" };
  }
}
