import { expect, it } from "vitest";
import { chatCardOf, greetingAt } from "./greeting.ts";

it.each([
  [0, "night"],
  [5, "night"],
  [6, "earlyMorning"],
  [8, "morning"],
  [12, "afternoon"],
  [17, "afternoon"],
  [18, "evening"],
  [23, "evening"],
])("at %i o'clock it is %s", (hour, greeting) => expect(greetingAt(hour)).toBe(greeting));

it.each([
  [undefined, "/organization/line", { title: "title", detail: "detail", to: "/chat/whatsapp" }],
  [
    { conversations: 0, isConnected: false },
    "/organization/line",
    {
      title: "connect",
      detail: "notConnected",
      to: "/organization/line",
    },
  ],
  [{ conversations: 0, isConnected: false }, null, { title: "title", detail: "notConnected", to: "/chat/whatsapp" }],
  [{ conversations: 0, isConnected: true }, null, { title: "title", detail: "allRead", to: "/chat/whatsapp" }],
  [{ conversations: 3, isConnected: true }, null, { title: "title", detail: "unread", to: "/chat/whatsapp" }],
])("of %o, with channels connected at %s, the card of the conversations is %o", (unread, connectAt, card) => {
  expect(chatCardOf(unread, connectAt)).toEqual(card);
});
