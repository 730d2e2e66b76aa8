import fc from "fast-check";
import { expect, test } from "vitest";
import type { DeliveryStatus, ProviderError } from "./port.ts";
import {
  afterFailure,
  afterStatus,
  channelBucket,
  customerTime,
  type DeliveryState,
  fitOneReply,
  maxSendAttempts,
  nextDeliveryTry,
  pairBucket,
  stopsChannel,
  takeToken,
} from "./rules.ts";

const good = ["sent", "delivered", "read", "played"] as const satisfies readonly DeliveryStatus[];
const rank = { accepted: 1, sent: 2, delivered: 3, read: 4, played: 4 } as const;

function afterAll(start: DeliveryState, told: readonly { id: string; status: DeliveryStatus }[]): DeliveryState {
  return told.reduce((standing, status) => afterStatus(standing, status) ?? standing, start);
}

const some = fc.array(fc.constantFrom(...good), { maxLength: 12 });

test("statuses in any order, repeated or lost, end at the highest one received", () => {
  fc.assert(
    fc.property(some, (told) => {
      const end = afterAll(
        { state: "accepted", providerMessageId: "p" },
        told.map((status) => ({ id: "p", status })),
      );
      const highest = Math.max(1, ...told.map((status) => rank[status]));
      expect(rank[end.state as keyof typeof rank]).toBe(highest);
    }),
  );
});

test("an interrupted message ends at the state of its statuses, as if not interrupted", () => {
  fc.assert(
    fc.property(fc.constantFrom("sending" as const, "unsure" as const), some, (state, told) => {
      const end = afterAll(
        { state, providerMessageId: null },
        told.map((status) => ({ id: "p", status })),
      );
      if (told.length === 0) {
        expect(end.state).toBe(state);
        return;
      }
      const highest = Math.max(...told.map((status) => rank[status]));
      expect(rank[end.state as keyof typeof rank]).toBe(highest);
      expect(end.providerMessageId).toBe("p");
    }),
  );
});

test("in any order of statuses, a message is failed only if none says that it arrived", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...good, "failed" as const), { maxLength: 12 }),
      fc.infiniteStream(fc.nat()),
      (told, at) => {
        const end = (statuses: readonly DeliveryStatus[]) =>
          afterAll(
            { state: "accepted", providerMessageId: "p" },
            statuses.map((status) => ({ id: "p", status })),
          ).state;
        const shuffled = told
          .map((status) => ({ status, at: at.next().value }))
          .sort((one, other) => one.at - other.at);
        const otherwise = shuffled.flatMap(({ status }, index) => (index % 3 === 0 ? [status, status] : [status]));
        expect(end(otherwise)).toBe(end(told));
        const arrived = told.some((status) => status === "delivered" || status === "read" || status === "played");
        expect(end(told) === "failed").toBe(told.includes("failed") && !arrived);
      },
    ),
  );
});

test("statuses of another message of the provider change nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom("accepted" as const, "sent" as const, "read" as const), some, (state, told) => {
      const start = { state, providerMessageId: "p" };
      expect(
        afterAll(
          start,
          told.map((status) => ({ id: "other", status })),
        ),
      ).toEqual(start);
    }),
  );
});

test("of an earlier attempt only its arrival counts, once the message is to be resent", () => {
  const again: DeliveryState = { state: "queued", providerMessageId: "first" };
  expect(afterStatus(again, { id: "first", status: "failed" })).toBeNull();
  expect(afterStatus(again, { id: "first", status: "sent" })).toBeNull();
  expect(afterStatus(again, { id: "first", status: "delivered" })?.state).toBe("delivered");
  expect(afterStatus({ state: "queued", providerMessageId: null }, { id: "lost", status: "failed" })).toBeNull();
  expect(afterStatus({ state: "queued", providerMessageId: null }, { id: "lost", status: "sent" })?.state).toBe("sent");
});

test("a temporary failure is retried with growing pauses and then given up, a permanent one at once", () => {
  const error = (given: Partial<ProviderError>): ProviderError => ({
    class: "retryable",
    code: "1",
    reason: "providerUnavailable",
    detail: "",
    stops: "message",
    ...given,
  });
  const now = new Date(0);
  const waits = [1, 2, 3, 4, 5].map((attempts) => {
    const next = afterFailure(error({}), attempts, now);
    return next === "failed" ? 0 : next.retryAt.getTime() / 1000;
  });
  expect(waits).toEqual([2, 4, 8, 16, 32]);
  expect(afterFailure(error({}), maxSendAttempts, now)).toBe("failed");
  expect(afterFailure(error({ class: "permanent" }), 1, now)).toBe("failed");
  const pair = error({ class: "rate-limited", stops: "recipient", retryAfterMs: 6000 });
  expect(afterFailure(pair, 1, now)).toEqual({ retryAt: new Date(6000) });
  expect(afterFailure(pair, 3, now)).toEqual({ retryAt: new Date(64_000) });
});

test("a channel stops for failures that only a person can fix", () => {
  const base = { code: "1", reason: "tokenExpired", detail: "" } as const;
  expect(stopsChannel({ ...base, class: "reauthorise", stops: "channel" })).toBe(true);
  expect(stopsChannel({ ...base, class: "permanent", stops: "channel" })).toBe(true);
  expect(stopsChannel({ ...base, class: "rate-limited", stops: "channel" })).toBe(false);
  expect(stopsChannel({ ...base, class: "permanent", stops: "message" })).toBe(false);
});

test("a bucket never exceeds its burst and rate", () => {
  const bucket = fc.constantFrom(channelBucket, pairBucket);
  fc.assert(
    fc.property(bucket, fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 200 }), (of, pauses) => {
      let held = { tokens: of.capacity, at: new Date(0) };
      let [given, clock] = [0, 0];
      for (const pause of pauses) {
        clock += pause;
        const taken = takeToken(of, held, new Date(clock));
        if ("waitMs" in taken) continue;
        held = { tokens: taken.tokens, at: new Date(clock) };
        given += 1;
      }
      expect(given).toBeLessThanOrEqual(of.capacity + (clock / 1000) * of.perSecond + 1e-6);
    }),
  );
});

test("a caller who waits as told is then allowed", () => {
  const empty = { tokens: 0.2, at: new Date(0) };
  const told = takeToken(pairBucket, empty, new Date(0));
  if (!("waitMs" in told)) throw new Error("The bucket was not empty");
  expect(takeToken(pairBucket, empty, new Date(told.waitMs))).toHaveProperty("tokens");
});

test("a clock that goes back changes nothing", () => {
  expect(takeToken(channelBucket, { tokens: 5, at: new Date(10_000) }, new Date(0))).toEqual({ tokens: 4 });
});

test("the customer's time is never in our future, and a delivery is given up after eight tries", () => {
  const now = new Date(1000);
  expect(customerTime(new Date(5000), now)).toEqual(now);
  expect(customerTime(new Date(500), now)).toEqual(new Date(500));
  expect([1, 7, 8].map(nextDeliveryTry)).toEqual([2000, 60_000, null]);
});

test("a reply takes five parts, of which a picture with words is two", () => {
  const text = { kind: "text", text: "您好" };
  const captioned = { kind: "image", text: "教室" };
  expect(fitOneReply([text, text, text, text, text])).toBe(5);
  expect(fitOneReply([captioned, captioned, text])).toBe(3);
  expect(fitOneReply([captioned, captioned, captioned])).toBe(2);
  expect(fitOneReply([{ ...captioned, text: "" }, captioned, captioned])).toBe(3);
  expect(fitOneReply([{ ...captioned, kind: "document" }, text])).toBe(2);
});
