// @vitest-environment happy-dom
import { BranchId, LeadId } from "@homeroom/contract/ids";
import { type LeadCard, leads } from "@homeroom/contract/leads";
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { refuses, show } from "#ui/for-tests.ts";
import type * as NoteDrafts from "../../api/note-drafts.ts";
import { NoteForm } from "./note-form.tsx";

const leadId = LeadId.parse("019aaaaa-0000-7000-8000-000000000001");
const branchID = BranchId.parse("019aaaaa-0000-7000-8000-000000000002");
const card = { leadId, branchID } as LeadCard;

function open(accountID: string) {
  cleanup();
  const around = { user: { accountID, nickname: accountID }, server: [refuses(leads.addNote, "TOO_MANY_REQUESTS")] };
  const place = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add a note" });
  return { ...show(<NoteForm card={card} />, around), place };
}

beforeEach(() => sessionStorage.clear());

it("keeps a draft for its writer, and not for a colleague in the same tab", async () => {
  const { person, place } = open("amy");
  await person.type(place(), "Asked about piano");
  expect(open("ben").place().value).toBe("");
  expect(open("amy").place().value).toBe("Asked about piano");
});

it("keeps it across a reload", async () => {
  const { person, place } = open("amy");
  await person.type(place(), "Asked about piano");
  const address = "../../api/note-drafts.ts?reloaded";
  const drafts = (await import(address)) as typeof NoteDrafts;
  expect(drafts.keptNote(leadId).note.content).toBe("Asked about piano");
});

it("saves it under the same id after it was left before the answer", async () => {
  const first = open("amy");
  await first.person.type(first.place(), "Asked about piano{Control>}{Enter}{/Control}");
  await screen.findByRole("alert");
  const second = open("amy");
  await second.person.type(second.place(), "{Control>}{Enter}{/Control}");
  await screen.findByRole("alert");
  const idOf = (sent: unknown) => (sent as { recordID: string }).recordID;
  expect(second.sentTo(leads.addNote).map(idOf)).toEqual(first.sentTo(leads.addNote).map(idOf));
});
