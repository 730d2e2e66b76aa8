import { expect, it } from "vitest";
import { chatCardOf, greetingAt } from "./rules.ts";

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
  [undefined, true, "detail", "/chat/whatsapp"],
  [{ conversations: 0, isConnected: false }, true, "notConnected", "/organization/whatsapp"],
  [{ conversations: 0, isConnected: false }, false, "notConnected", "/chat/whatsapp"],
  [{ conversations: 0, isConnected: true }, true, "allRead", "/chat/whatsapp"],
  [{ conversations: 3, isConnected: true }, true, "unread", "/chat/whatsapp"],
])("of %o the card of the conversations says %3$s", (unread, mayConnect, detail, to) => {
  expect(chatCardOf(unread, mayConnect)).toEqual({ detail, to });
});
