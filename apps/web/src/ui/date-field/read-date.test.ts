import { languages } from "@homeroom/contract/language";
import fc from "fast-check";
import { expect, it } from "vitest";
import { dayAfter } from "#platform/zoned-time.ts";
import { editedText, readText, shownText } from "./date-text.ts";
import { readDate } from "./read-date.ts";
import { readMoment } from "./read-moment.ts";

// A Monday.
const today = "2026-11-23";

it.each([
  ["12/1", "2026-12-01"],
  ["1201", "2026-12-01"],
  ["12-1", "2026-12-01"],
  ["１２／１", "2026-12-01"],
  ["12月1日", "2026-12-01"],
  ["1/5", "2027-01-05"],
  ["10/30", "2026-10-30"],
  ["2/29", "2028-02-29"],
  ["20150403", "2015-04-03"],
  ["2015/4/3", "2015-04-03"],
  ["2026年12月1號", "2026-12-01"],
  ["115/12/1", "2026-12-01"],
  ["民國104年4月3日", "2015-04-03"],
  ["2026-12-01 週二", "2026-12-01"],
  ["2026-12-01 Tue", "2026-12-01"],
  ["1 Dec", "2026-12-01"],
  ["Dec 1, 2027", "2027-12-01"],
  ["今天", "2026-11-23"],
  ["明天", "2026-11-24"],
  ["聽日", "2026-11-24"],
  ["Tomorrow", "2026-11-24"],
  ["後天", "2026-11-25"],
  ["昨天", "2026-11-22"],
  ["+3", "2026-11-26"],
  ["-3", "2026-11-20"],
  ["+2w", "2026-12-07"],
  ["3天後", "2026-11-26"],
  ["三日后", "2026-11-26"],
  ["十二天後", "2026-12-05"],
  ["兩週後", "2026-12-07"],
  ["in 3 days", "2026-11-26"],
  ["週一", "2026-11-30"],
  ["星期五", "2026-11-27"],
  ["下週一", "2026-11-30"],
  ["下星期三", "2026-12-02"],
  ["下個禮拜日", "2026-12-06"],
  ["這週五", "2026-11-27"],
  ["上周五", "2026-11-20"],
  ["next Monday", "2026-11-30"],
  ["friday", "2026-11-27"],
  ["5號", "2026-12-05"],
  ["23日", "2026-11-23"],
  ["31號", "2026-12-31"],
  ["下個月5號", "2026-12-05"],
  ["這個月30號", "2026-11-30"],
  ["月底", "2026-11-30"],
  ["下月底", "2026-12-31"],
  ["end of month", "2026-11-30"],
  ["+1m", "2026-12-23"],
  ["兩個月後", "2027-01-23"],
  ["in 3 months", "2027-02-23"],
  ["3 days later", "2026-11-26"],
  ["2 weeks from now", "2026-12-07"],
  ["　明天　", "2026-11-24"],
  ["DEC 1", "2026-12-01"],
])("%s is %s", (text, day) => expect(readDate(text, today)).toBe(day));

it.each([
  "",
  "1",
  "12/",
  "2026-12",
  "2026-2-30",
  "13/1",
  "0230",
  "99991",
  "下週",
  "下",
  "constructor",
  "toString",
  "+",
  "1/2/3/4",
  "1899-01-01",
  "32號",
  "0號",
  "這個月31號",
  "一二三天後",
  "一二個月後",
  "個月後",
  "+99999",
  "底",
  "12/1 foo",
  "0",
  "00000000",
  "99999999",
])("%j is no day", (text) => expect(readDate(text, today)).toBeNull());

it("guesses the year as the field requires, or not at all", () => {
  expect(readDate("11/20", today, "ahead")).toBe("2027-11-20");
  expect(readDate("11/25", today, "past")).toBe("2025-11-25");
  expect(readDate("11/23", today, "past")).toBe(today);
  expect(readDate("4/3", today, "none")).toBeNull();
});

it("counts 下週一 from Sunday as tomorrow, since the week ends that day", () =>
  expect(readDate("下週一", "2026-11-22")).toBe("2026-11-23"));

const now = "2026-11-23T14:20";

it.each([
  ["明天 15:00", "2026-11-24T15:00"],
  ["明天15:00", "2026-11-24T15:00"],
  ["明天下午3點", "2026-11-24T15:00"],
  ["12/1 3pm", "2026-12-01T15:00"],
  ["12/1 9:30 am", "2026-12-01T09:30"],
  ["下週一 10點半", "2026-11-30T10:30"],
  ["下週一晚上八點", "2026-11-30T20:00"],
  ["2026-12-01 週二 15:00", "2026-12-01T15:00"],
  ["2026-12-01T15:00", "2026-12-01T15:00"],
  ["15:30", "2026-11-23T15:30"],
  ["9:00", "2026-11-24T09:00"],
  ["今晚8點", "2026-11-23T20:00"],
  ["明天", "2026-11-24T10:00"],
  ["今天", "2026-11-23T15:00"],
  ["1201", "2026-12-01T10:00"],
  ["12am", "2026-11-24T00:00"],
])("%s is the moment %s", (text, moment) => expect(readMoment(text, now)).toBe(moment));

it.each(["", "25:00", "明天 9:75", "明天 15:", "15點點", "週 10:00"])("%j is not a moment", (text) =>
  expect(readMoment(text, now)).toBeNull(),
);

it("ends on the last day if the following month is shorter", () => {
  expect(readDate("+1m", "2027-01-31")).toBe("2027-02-28");
  expect(readDate("月底", "2028-02-01")).toBe("2028-02-29");
  expect(readDate("30號", "2027-01-31")).toBe("2027-03-30");
});

it("reads back what a field shows and what it offers to edit, on every day, in every language", () => {
  for (let day = "1999-12-25"; day < "2001-03-10"; day = dayAfter(day, 1)) {
    for (const language of languages) {
      const moment = `${day}T09:05`;
      expect(readText(shownText(day, language), { kind: "day", now, year: "none" })).toBe(day);
      expect(readText(shownText(moment, language), { kind: "moment", now, year: "none" })).toBe(moment);
      expect(readText(editedText(moment), { kind: "moment", now })).toBe(moment);
    }
  }
});

it("turns any text into an existing day, or nothing", () => {
  const pieces = fc.constantFrom(
    ..."0123456789+-/. 年月日號天後週一二十兩下個上底今明天點半:amptdw民國".split(""),
    ...["next", "in ", "days", "mon", "Dec", "３", "__proto__"],
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 10 }).map((some) => some.join("")),
    fc.string(),
  );
  const guesses = fc.constantFrom("ahead", "past", "near", "none");
  const holds = fc.property(texts, guesses, (text, guess) => {
    const [day, moment] = [readDate(text, today, guess), readMoment(text, now, guess)];
    const isDay = day === null || dayAfter(dayAfter(day, 1), -1) === day;
    return isDay && (moment === null || /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d$/.test(moment));
  });
  expect(fc.check(holds, { numRuns: 3000, seed: 7 })).toMatchObject({ failed: false });
});
