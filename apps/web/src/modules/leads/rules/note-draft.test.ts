import { expect, it } from "vitest";
import { emptyNote, leftOfNote, noteOf } from "./note-draft.ts";

it("is not a note until it has content", () => {
  expect(noteOf({ ...emptyNote, content: "  ", nextContactDate: "2026-12-01" }, "Asia/Taipei")).toBeNull();
});

it("sets the reminder in the branch's time zone", () => {
  const draft = { ...emptyNote, content: "致電", remindAt: "2026-12-01T10:00" };
  expect(noteOf(draft, "Asia/Taipei")).toMatchObject({ reminder: { at: "2026-12-01T02:00:00.000Z" } });
  expect(noteOf({ ...draft, remindAt: "" }, "Asia/Taipei")).toMatchObject({ reminder: null });
});

it("keeps what was entered since a note was sent", () => {
  const sent = { ...emptyNote, content: "Piano", nextContactDate: "2026-12-01" };
  expect(leftOfNote(sent, sent)).toBe(emptyNote);
  expect(leftOfNote(sent, { ...sent, content: "Piano " })).toBe(emptyNote);
  expect(leftOfNote(sent, { ...sent, content: "Piano and violin" })).toEqual({ ...emptyNote, content: "and violin" });
  const other = { ...sent, content: "Violin", nextContactDate: "2026-12-02" };
  expect(leftOfNote(sent, other)).toEqual(other);
});
