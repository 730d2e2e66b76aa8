import { describe, expect, it } from "vitest";
import { countdownText, dateTimeText, dayKey, dayText, minuteText, relativeText } from "./dates.ts";

const now = new Date("2026-11-20T04:00:00Z");
const tw = { language: "zh-tw", zone: "Asia/Hong_Kong" } as const;
const cn = { language: "zh-cn", zone: "Asia/Hong_Kong" } as const;
const en = { language: "en", zone: "Asia/Hong_Kong" } as const;

describe("relativeText", () => {
  it.each([
    ["2026-11-20T03:59:30Z", tw, "剛剛"],
    ["2026-11-20T04:00:20Z", tw, "剛剛"],
    ["2026-11-20T04:00:45Z", tw, "現在"],
    ["2026-11-20T03:57:00Z", tw, "3 分鐘前"],
    ["2026-11-20T02:00:00Z", cn, "2小时前"],
    ["2026-11-20T02:00:00Z", en, "2 hours ago"],
    ["2026-11-20T03:01:00Z", en, "59 min ago"],
    ["2026-11-20T04:05:00Z", en, "In 5 min"],
    ["2026-11-20T03:01:00Z", cn, "59分钟前"],
    ["2026-11-19T03:00:00Z", tw, "昨天"],
    ["2026-11-17T03:00:00Z", en, "3 days ago"],
    ["2026-11-20T05:30:00Z", en, "In 1 hour"],
    ["2026-11-13T04:00:00Z", tw, "2026-11-13"],
    ["2026-11-13T04:00:00Z", en, "2026-11-13"],
  ])("%s in %o is %s", (value, view, text) => expect(relativeText(value, view, { now, justNow: "剛剛" })).toBe(text));
});

describe("days of the branch", () => {
  it("change at midnight at the branch, not in the browser", () => {
    expect(dayKey("2026-11-19T16:30:00Z", "Asia/Hong_Kong")).toBe("2026-11-20");
    expect(dayKey("2026-11-19T16:30:00Z", "Europe/London")).toBe("2026-11-19");
    expect(dateTimeText("2026-11-19T16:05:00Z", tw)).toBe("2026-11-20 00:05:00");
    expect(minuteText("2026-11-19T16:05:59Z", tw)).toBe("2026-11-20 00:05");
  });

  it.each([
    ["2026-11-19T17:00:00Z", tw, "今天"],
    ["2026-11-19T15:00:00Z", cn, "昨天"],
    ["2026-11-19T15:00:00Z", en, "Yesterday"],
    ["2026-11-10T04:00:00Z", tw, "11月10日週二"],
    ["2025-11-10T04:00:00Z", en, "Mon, 10 Nov 2025"],
  ])("%s in %o is called %s", (value, view, text) => expect(dayText(value, view, now)).toBe(text));
});

it.each([
  ["2026-11-20T05:23:45Z", "1:23:45"],
  ["2026-11-20T04:04:05Z", "4:05"],
  ["2026-11-20T04:00:00Z", null],
  ["2026-11-19T04:00:00Z", null],
])("counts down to %s", (until, text) => expect(countdownText(until, now)).toBe(text));
