import type { ConversationEvent } from "@homeroom/contract/chat-states";
import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import { expect, it } from "vitest";
import type { ShownMessage } from "./shown-message.ts";
import { eventOf, withEvents } from "./thread-events.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();
const said = (minute: number) => ({ messageId: `m${minute}`, sentAt: at(minute) }) as unknown as ShownMessage;
const done = (minute: number) => ({ recordID: `e${minute}`, createTime: at(minute) }) as unknown as ConversationEvent;
const of = { conversationId: "c" as ConversationId, leadId: "l" as LeadId };

function lines(messages: number[], events: number[], more: { hasOlder?: boolean; hasNewer?: boolean } = {}) {
  const shown = withEvents({
    ...of,
    messages: messages.map(said),
    events: events.map(done),
    hasOlder: false,
    hasNewer: false,
    ...more,
  });
  return shown.map(({ messageId }) => messageId).join(" ");
}

it("is between the messages before and after it", () => {
  expect(lines([1, 5], [3, 4, 9])).toBe("m1 e3 e4 m5 e9");
  expect(lines([5], [1])).toBe("e1 m5");
  expect(lines([], [1, 2])).toBe("e1 e2");
});

it("waits for the messages around it to be loaded", () => {
  expect(lines([5, 7], [1, 6, 9], { hasOlder: true })).toBe("m5 e6 m7 e9");
  expect(lines([5, 7], [1, 6, 9], { hasNewer: true })).toBe("e1 m5 e6 m7");
});

it("is the same line for the same event", () => {
  const event = done(1);
  const show = () => withEvents({ ...of, messages: [], events: [event], hasOlder: false, hasNewer: false })[0];
  expect(show()).toBe(show());
  expect(eventOf(show() as ShownMessage)).toBe(event);
  expect(eventOf(said(1))).toBeNull();
});
