import { defaultChoices } from "@homeroom/contract/notifications";
import { expect, test } from "vitest";
import { choicesOf, mailMoment, wants } from "./rules.ts";

const night = { from: "22:00", until: "08:00", timeZone: "Asia/Taipei" };
/** A moment of a day in Taipei. */
const at = (clock: string, day = 20) => new Date(`2026-11-${day}T${clock}:00+08:00`);

test("a mail about a message waits ten minutes and until the end of quiet hours", () => {
  expect(mailMoment("message.received", at("15:00"), night)).toEqual(at("15:10"));
  expect(mailMoment("message.received", at("21:55"), night)).toEqual(at("08:00", 21));
  expect(mailMoment("lead.assigned", at("15:00"), null)).toEqual(at("15:00"));
});

test("defaults apply to kinds that were not chosen, and fixed ones cannot be switched off", () => {
  const off = { app: false, sound: false, mail: false, push: false };
  const choices = choicesOf({ "notice.published": off, "session.newPlace": off });
  expect(choices["notice.published"]).toEqual({ app: true, sound: false, mail: false, push: false });
  expect(choices["session.newPlace"]).toEqual({ app: true, sound: false, mail: true, push: false });
  expect(choices["lead.assigned"]).toEqual(defaultChoices["lead.assigned"]);
});

test("hidden notifications cause no sound and no mail", () => {
  expect(wants({ app: false, sound: true, mail: true, push: true }, "mail")).toBe(false);
  expect(wants({ app: true, sound: true, mail: false, push: false }, "sound")).toBe(true);
});
