import { expect, test } from "vitest";
import { split } from "./split.ts";

const verdict = { event: "APPROVED", message_template_id: 1, message_template_name: "a", reason: "NONE" };

const received = new Date("2026-11-23T03:00:00Z");

function idOf(field: string, value: object, { time, at = received }: { time?: number; at?: Date } = {}) {
  const entry = { id: "900", ...(time && { time }), changes: [{ field, value }] };
  return split({ object: "whatsapp_business_account", entry: [entry] }, at).events[0]?.eventId;
}

const reviewId = (given: { time?: number; at?: Date }) => idOf("message_template_status_update", verdict, given);

test("the same verdict at the same time is one event, at another time another", () => {
  const later = new Date(received.getTime() + 60_000);
  expect(reviewId({ time: 1763600000 })).toBe(reviewId({ time: 1763600000, at: later }));
  expect(reviewId({ time: 1763600000 })).not.toBe(reviewId({ time: 1763600001 }));
});

test("a verdict without a time that arrives later is not a replay", () => {
  expect(reviewId({ at: new Date(received.getTime() + 1) })).not.toBe(reviewId({}));
});

test("an event with its own timestamp is recognised without an entry time", () => {
  const preference = (timestamp: string) => ({ user_preferences: [{ wa_id: "1", value: "stop", timestamp }] });
  const at = new Date(received.getTime() + 1);
  expect(idOf("user_preferences", preference("1"), { at })).toBe(idOf("user_preferences", preference("1")));
  expect(idOf("user_preferences", preference("1"))).not.toBe(idOf("user_preferences", preference("2")));
});
