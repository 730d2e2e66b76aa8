import { defaultChoices } from "@homeroom/contract/notifications";
import { describe, expect, it, test } from "vitest";
import { afterQuietHours, choicesOf, mailMoment, wants } from "./rules.ts";

const night = { from: "22:00", until: "08:00", timeZone: "Asia/Taipei" };
const lunch = { from: "12:00", until: "13:30", timeZone: "Asia/Taipei" };
/** A moment of a day in Taipei. */
const at = (clock: string, day = 20) => new Date(`2026-11-${day}T${clock}:00+08:00`);

describe("quiet hours", () => {
  it.each([
    [night, "21:59", "21:59", 20],
    [night, "22:00", "08:00", 21],
    [night, "23:30", "08:00", 21],
    [night, "00:10", "08:00", 20],
    [night, "08:00", "08:00", 20],
    [lunch, "11:59", "11:59", 20],
    [lunch, "12:00", "13:30", 20],
    [lunch, "13:30", "13:30", 20],
  ])("%o: of %s it becomes %s", (quiet, now, then, day) => {
    expect(afterQuietHours(at(now), quiet)).toEqual(at(then, day));
  });

  test("are in their own zone", () => {
    const london = { ...night, timeZone: "Europe/London" };
    expect(afterQuietHours(at("23:30"), london)).toEqual(at("23:30"));
  });
});

test("a mail about a message waits ten minutes, and for the end of quiet hours", () => {
  expect(mailMoment("message.received", at("15:00"), night)).toEqual(at("15:10"));
  expect(mailMoment("message.received", at("21:55"), night)).toEqual(at("08:00", 21));
  expect(mailMoment("lead.assigned", at("15:00"), null)).toEqual(at("15:00"));
});

test("what was not chosen is as the product decides, and what is fixed cannot be switched off", () => {
  const off = { app: false, sound: false, mail: false };
  const choices = choicesOf({ "notice.published": off, "session.newPlace": off });
  expect(choices["notice.published"]).toEqual({ app: true, sound: false, mail: false });
  expect(choices["session.newPlace"]).toEqual({ app: true, sound: false, mail: true });
  expect(choices["lead.assigned"]).toEqual(defaultChoices["lead.assigned"]);
});

test("what is not shown makes no sound and no mail", () => {
  expect(wants({ app: false, sound: true, mail: true }, "mail")).toBe(false);
  expect(wants({ app: true, sound: true, mail: false }, "sound")).toBe(true);
});
