import type { RecordId } from "@homeroom/contract/ids";
import { describe, expect, it } from "vitest";
import { isNoteOpen, nextContactAfter } from "./contact-rules.ts";

it("lets its author change a note for a day", () => {
  const written = new Date("2026-11-21T10:00:00Z");
  expect(isNoteOpen(written, new Date("2026-11-22T09:59:59Z"))).toBe(true);
  expect(isNoteOpen(written, new Date("2026-11-22T10:00:00Z"))).toBe(false);
});

describe("the next contact after one that was logged", () => {
  const today = "2026-11-22";
  const kind = "0190a000-0000-7000-8000-000000000001" as RecordId;
  const after = (next: string | null, nextDay = "") =>
    nextContactAfter({ next_contact_date: next }, { nextDay, regularContact: kind, today });

  it("is the one that the note names, with its kind", () => {
    for (const before of [null, "2026-11-20", "2026-12-01"])
      expect(after(before, "2026-11-30")).toEqual({ next_contact_date: "2026-11-30", regular_contact_id: kind });
  });
  it("is removed if it was due by today", () => {
    for (const before of ["2026-11-01", today])
      expect(after(before)).toEqual({ next_contact_date: null, regular_contact_id: null });
  });
  it("stays if it is in the future", () => {
    expect(after("2026-11-23")).toEqual({});
    expect(after(null)).toEqual({});
  });
});
