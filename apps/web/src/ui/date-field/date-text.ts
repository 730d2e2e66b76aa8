import type { Language } from "@homeroom/contract/language";
import { dayAndWeekdayText } from "#platform/dates.ts";
import { incompleteDate } from "./incomplete-date.ts";
import { readDate, type YearGuess } from "./read-date.ts";
import { readMoment } from "./read-moment.ts";

/** A day, or a moment of one: its values are "2026-12-01" and "2026-12-01T15:00". */
export type DateKind = "day" | "moment";

/** The text of a field that is not being edited: "2026-12-01 週二 15:00". */
export function shownText(value: string, language: Language): string {
  const [day = "", time] = value.split("T");
  return [day && dayAndWeekdayText(day, language), time].filter(Boolean).join(" ");
}

/** The text of a field for editing: "2026-12-01 15:00". */
export function editedText(value: string): string {
  return value.replace("T", " ");
}

/** The value of a text: "" for an empty one, `incompleteDate` for one that is not a date. */
export function readText(text: string, how: { kind: DateKind; now: string; year?: YearGuess }): string {
  if (text.trim() === "") return "";
  const read =
    how.kind === "day" ? readDate(text, how.now.slice(0, 10), how.year) : readMoment(text, how.now, how.year);
  return read ?? incompleteDate;
}
