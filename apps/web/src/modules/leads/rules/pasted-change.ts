import type { LeadRow } from "@homeroom/contract/leads";
import type { CellChange } from "../api/cell-writes.ts";
import { type Choice, choiceChange, dateChange, phoneChange, tagChange, textChange } from "./cell-change.ts";
import { type ChoiceField, type EditedField, isChoiceField, isDateField, isTextField } from "./edited-fields.ts";

/** Why a pasted text is not valid for its cell. */
export type PasteFault = "unknown" | "ambiguous" | "noDay" | "required" | "tooMany";

/** The effect of a pasted text on a cell: a change, nothing (the value is the same), or a fault. */
export type PasteResult = { change: CellChange | null } | { fault: PasteFault };

/** The choices and tags that a text can refer to. */
export interface PasteChoices {
  of: (field: ChoiceField, lead: LeadRow) => readonly Choice[];
  tags: readonly LeadRow["tag"][number][];
}

const maxTags = 10;

/** Parses a text for a cell of a lead. Choices and tags are found by name. */
export function pastedChange(lead: LeadRow, field: EditedField, raw: string, choices: PasteChoices): PasteResult {
  const text = raw.normalize("NFC").replace(/\s+/g, " ").trim();
  if (field === "phone") return { change: phoneChange(lead, text) };
  if (isTextField(field)) {
    if (field === "nickname" && text === "") return { fault: "required" };
    return { change: textChange(lead, field, text) };
  }
  if (isDateField(field)) {
    const day = text === "" ? "" : pastedDay(text);
    return day === null || (day === "" && field === "leadDate")
      ? { fault: "noDay" }
      : { change: dateChange(lead, field, day) };
  }
  if (isChoiceField(field)) {
    if (text === "")
      return field === "status" ? { fault: "required" } : { change: choiceChange(lead, field, undefined) };
    const found = called(choices.of(field, lead), text, ({ label }) => label);
    return "fault" in found ? found : { change: choiceChange(lead, field, found.one) };
  }
  return tagsOf(lead, text, choices.tags);
}

function tagsOf(lead: LeadRow, text: string, known: PasteChoices["tags"]): PasteResult {
  const names = [...new Set(text.split(/[,，、;；]/).map((name) => name.trim()))].filter(Boolean);
  if (names.length > maxTags) return { fault: "tooMany" };
  const tags: LeadRow["tag"] = [];
  for (const name of names) {
    const found = called(known, name, (tag) => tag.name);
    if ("fault" in found) return found;
    tags.push(found.one);
  }
  return { change: tagChange(lead, tags) };
}

function called<One>(
  all: readonly One[],
  name: string,
  nameOf: (one: One) => string,
): { one: One } | { fault: PasteFault } {
  const plain = (text: string) => text.normalize("NFKC").trim().toLowerCase();
  const [one, ...others] = all.filter((candidate) => plain(nameOf(candidate)) === plain(name));
  if (one === undefined) return { fault: "unknown" };
  return others.length > 0 ? { fault: "ambiguous" } : { one };
}

/** 2026-03-01, 2026/3/1, 2026年3月1日 and 20260301; ambiguous dates are rejected. */
function pastedDay(text: string): string | null {
  const plain = text.normalize("NFKC");
  const [, year = "", month = "", day = ""] =
    /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})\s?[日號号]?$/.exec(plain) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ??
    [];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** The change that undoes another; null if the cell no longer has the value of that change. */
export function changeBack(before: LeadRow, now: LeadRow | undefined, change: CellChange): CellChange | null {
  const fields = Object.keys(change.shown) as (keyof LeadRow)[];
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  if (now && fields.some((field) => !same(idsOf(now[field]), idsOf(change.shown[field])))) return null;
  // The kind of the next contact was cleared together with its day.
  const all = fields.includes("nextContactDate") ? [...fields, "regularContact" as const] : fields;
  const shown = Object.fromEntries(all.map((field) => [field, before[field]]));
  const changes = Object.fromEntries(all.map((field) => [field, idsOf(before[field]) ?? (isDay(field) ? "" : null)]));
  return { column: change.column, changes, shown };
}

const isDay = (field: string) => field === "nextContactDate" || field === "leadDate";

/** A value in the form in which it is sent: ids instead of records. */
function idsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOf);
  if (typeof value !== "object" || value === null) return value;
  return "accountID" in value ? value.accountID : "recordID" in value ? value.recordID : value;
}
