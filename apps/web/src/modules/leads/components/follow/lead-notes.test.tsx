// @vitest-environment happy-dom
import { leadCard } from "@homeroom/contract/lead-card";
import { type LeadNote, leadActions, leads } from "@homeroom/contract/leads";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { answers, inTurn, later, refuses, show } from "#ui/for-tests.ts";
import { accountOf, cardOf, choiceAnswers, leadOf, recordOf } from "../../for-tests.ts";
import { LaterReminder } from "./later-reminder.tsx";
import { LeadHistory } from "./lead-history.tsx";
import { LeadNotes } from "./lead-notes.tsx";
import { LogForm } from "./log-form.tsx";

const noteOf = (content: string, part: Partial<LeadNote> = {}): LeadNote => ({
  ...{ recordID: recordOf(21), content, result: null, nextContactDate: null, regularContact: null, reminder: null },
  ...{ creator: "Ann", createTime: "2026-11-26T01:00:00.000Z", editTime: null, canEdit: true },
  ...part,
});
const page = (list: LeadNote[], nextCursor: string | null = null) =>
  answers(leads.notes, { list, total: list.length, nextCursor } as never);
const reader = cardOf({ can: { edit: false, assign: false, note: false, chat: false, activate: false } });
const cardAnswer = answers(leads.info, cardOf());
const user = { accountID: accountOf(1), nickname: "Ann" };

const notesOf = (card: ReturnType<typeof cardOf>, ...server: ReturnType<typeof answers>[]) =>
  show(<LeadNotes card={card} />, { user, server: [...server, cardAnswer, ...choiceAnswers] });

beforeEach(() => sessionStorage.clear());

it("shows readers the notes without a form, and says when there are none", async () => {
  notesOf(reader, page([]));
  await screen.findByText(/^No notes yet/);
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("offers to edit only the notes that the server marks as editable", async () => {
  notesOf(
    reader,
    page([
      noteOf("Mine", { editTime: "2026-11-26T02:00:00Z" }),
      noteOf("Theirs", { canEdit: false, recordID: recordOf(22) }),
    ]),
  );
  await screen.findByText("Theirs");
  expect(screen.getAllByRole("button", { name: "Edit" })).toHaveLength(1);
  expect(screen.getAllByText("edited")).toHaveLength(1);
});

it("a refusal keeps the edited note in its field and says why", async () => {
  const server = [
    page([noteOf("Piano")]),
    inTurn(refuses(leadCard.editNote, "LEAD_NOTE_FIXED"), answers(leadCard.editNote, null)),
  ];
  const { person, sentTo } = notesOf(reader, ...server);
  await person.click(await screen.findByRole("button", { name: "Edit" }));
  const place = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Edit" });
  fireEvent.change(place, { target: { value: "  " } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  fireEvent.change(place, { target: { value: "Piano and violin" } });
  await person.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByRole("alert");
  expect(place.value).toBe("Piano and violin");
  await person.click(await screen.findByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(sentTo(leadCard.editNote)[1]).toEqual({
    ...{ leadId: leadOf(1), recordID: recordOf(21), content: "Piano and violin", result: null },
  });
});

it("stays open if a note is edited further while it is saved", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const saved = answers(leadCard.editNote, null);
  const { person, sentTo } = notesOf(reader, page([noteOf("Piano")]), inTurn(later(saved, promise), saved));
  await person.click(await screen.findByRole("button", { name: "Edit" }));
  const place = screen.getByRole<HTMLTextAreaElement>("textbox");
  await person.type(place, " on Monday");
  await person.click(screen.getByRole("button", { name: "Save" }));
  await person.type(place, " at 10");
  resolve();
  await waitFor(() => expect(screen.getByRole("button", { name: /Save/ }).className).not.toContain("loading"));
  expect(place.isConnected).toBe(true);
  await person.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(sentTo(leadCard.editNote)).toMatchObject([
    { content: "Piano on Monday" },
    { content: "Piano on Monday at 10" },
  ]);
});

it("says why a deleted note cannot be restored, even if it has left the list", async () => {
  const { person } = notesOf(
    reader,
    inTurn(page([noteOf("Piano")]), page([])),
    answers(leadCard.deleteNote, null),
    refuses(leadCard.restoreNote, "LEAD_NOTE_FIXED"),
  );
  await person.click(await screen.findByRole("button", { name: "Take back" }));
  await screen.findByText("Note taken back");
  await screen.findByText(/^No notes yet/);
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("LEAD_NOTE_FIXED");
});

it("restores a note with Undo", async () => {
  const { person, sentTo } = notesOf(
    reader,
    inTurn(page([noteOf("Piano")]), page([]), page([noteOf("Piano")])),
    answers(leadCard.deleteNote, null),
    answers(leadCard.restoreNote, null),
  );
  await person.click(await screen.findByRole("button", { name: "Take back" }));
  await screen.findByText(/^No notes yet/);
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText("Piano");
  expect(sentTo(leadCard.restoreNote)).toEqual([{ leadId: leadOf(1), recordID: recordOf(21) }]);
});

/** The card of a lead that a person leaves and returns to. */
function Left({ card }: { card: ReturnType<typeof cardOf> }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        turn
      </button>
      {open && <LeadNotes card={card} />}
    </>
  );
}

it("removes the draft once it is saved, even if the writer has left the lead by then", async () => {
  const server = [page([]), answers(leads.addNote, { recordID: recordOf(23) }), cardAnswer, ...choiceAnswers];
  const { person, sentTo } = show(<Left card={cardOf()} />, { user, server });
  fireEvent.change(screen.getByRole("textbox", { name: "Add a note" }), { target: { value: "Piano" } });
  fireEvent.click(screen.getByRole("button", { name: "Save note" }));
  fireEvent.click(screen.getByText("turn"));
  await waitFor(() => expect(sentTo(leads.info)).toHaveLength(1));
  await person.click(screen.getByText("turn"));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add a note" }).value).toBe("");
  expect(sentTo(leads.addNote)).toHaveLength(1);
});

it("keeps text typed while a note is saved as another note", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const saved = answers(leads.addNote, { recordID: recordOf(23) });
  const { person, sentTo } = notesOf(cardOf(), page([]), inTurn(later(saved, promise), saved));
  const place = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Add a note" });
  await person.type(place, "Asked about piano.{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.getByRole("button", { name: /Save note/ }).className).toContain("loading"));
  await person.type(place, " Father calls back");
  resolve();
  await waitFor(() => expect(place.value).toBe("Father calls back"));
  await person.type(place, "{Control>}{Enter}{/Control}");
  await waitFor(() => expect(place.value).toBe(""));
  const notes = sentTo(leads.addNote) as { recordID: string; content: string }[];
  expect(notes.map(({ content }) => content)).toEqual(["Asked about piano.", "Father calls back"]);
  expect(new Set(notes.map(({ recordID }) => recordID)).size).toBe(2);
});

it("sends a reminder at a usual time with the note, for its writer unless somebody else is chosen", async () => {
  const server = [page([]), answers(leads.addNote, { recordID: recordOf(23) })];
  const { person, sentTo } = notesOf(cardOf(), ...server);
  fireEvent.change(screen.getByRole("textbox", { name: "Add a note" }), { target: { value: "Piano" } });
  await person.click(screen.getByRole("button", { name: "Tomorrow 10:00" }));
  screen.getByText("Remind at");
  await person.click(screen.getByRole("button", { name: "Save note" }));
  await waitFor(() => expect(sentTo(leads.addNote)).toHaveLength(1));
  expect(sentTo(leads.addNote)[0]).toMatchObject({ content: "Piano", reminder: { at: expect.any(String) } });
  expect(sentTo(leads.addNote)[0]).not.toHaveProperty("reminder.accountID");
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe(""));
});

it("says why the notes cannot be shown", async () => {
  const { person } = notesOf(reader, inTurn(refuses(leads.notes, "TOO_MANY_REQUESTS"), page([noteOf("Piano")])));
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: /Try again/ }));
  await screen.findByText("Piano");
});

it("a refusal keeps the logged step, and a retry sends the same entry", async () => {
  const onClose = vi.fn();
  const log = inTurn(
    refuses(leadCard.addLog, "TOO_MANY_REQUESTS"),
    answers(leadCard.addLog, { recordID: recordOf(1) }),
  );
  const { person, sentTo } = show(<LogForm card={cardOf()} action="deal" onClose={onClose} />, {
    server: [log, cardAnswer],
  });
  screen.getByText("The status becomes Deal as well.");
  expect(screen.queryByText("Date and time")).toBeNull();
  const place = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Details/ });
  fireEvent.change(place, { target: { value: "Two terms" } });
  await person.click(screen.getByRole("button", { name: "Log it" }));
  await screen.findByRole("alert");
  expect(place.value).toBe("Two terms");
  await person.click(await screen.findByRole("button", { name: "Log it" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const [first, second] = sentTo(leadCard.addLog);
  expect(first).toMatchObject({ actionType: leadActions.deal, content: "Two terms" });
  expect(second).toEqual(first);
});

it("asks for the time of a trial lesson, which is optional", async () => {
  const onClose = vi.fn();
  const { person, sentTo } = show(<LogForm card={cardOf()} action="trialBooked" onClose={onClose} />, {
    server: [answers(leadCard.addLog, { recordID: recordOf(1) }), cardAnswer],
  });
  screen.getByText("Date and time");
  await person.click(screen.getByRole("button", { name: "Log it" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(leadCard.addLog)[0]).not.toHaveProperty("at");
});

it("says that the time of a trial lesson is incomplete until it is valid, and keeps the rest", async () => {
  const { person, sentTo } = show(<LogForm card={cardOf()} action="trialBooked" onClose={vi.fn()} />, {
    server: [answers(leadCard.addLog, { recordID: recordOf(1) }), cardAnswer],
  });
  const time = screen.getByRole("textbox", { name: /^Date and time/ });
  fireEvent.change(screen.getByRole("textbox", { name: /^Details/ }), { target: { value: "Piano" } });
  fireEvent.change(time, { target: { value: "soon" } });
  expect(screen.queryByRole("alert")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Log it" }));
  expect(screen.getByRole("alert").textContent).toBe("The date is incomplete");
  expect(sentTo(leadCard.addLog)).toEqual([]);
  fireEvent.change(time, { target: { value: "2026-12-01 15:00" } });
  expect(screen.queryByRole("alert")).toBeNull();
  await person.click(screen.getByRole("button", { name: "Log it" }));
  await waitFor(() => expect(sentTo(leadCard.addLog)).toHaveLength(1));
  expect(sentTo(leadCard.addLog)[0]).toMatchObject({ content: "Piano", at: expect.stringMatching(/^2026-12-01T/) });
});

const reminder = {
  ...{ recordID: recordOf(51), at: "2026-11-29T02:00:00Z", accountID: accountOf(42), person: "Bob" },
  ...{ content: "", isSent: true },
};

it("moves a reminder for the same person with one press, and says why if it is refused", async () => {
  const { person, sentTo } = show(<LaterReminder leadId={leadOf(1)} reminder={reminder} />, {
    server: [
      inTurn(
        refuses(leadCard.saveReminder, "TOO_MANY_REQUESTS"),
        answers(leadCard.saveReminder, { recordID: recordOf(51) }),
      ),
      cardAnswer,
    ],
  });
  await person.click(screen.getByRole("button", { name: "Remind later" }));
  expect((await screen.findByRole<HTMLButtonElement>("button", { name: "Save" })).disabled).toBe(true);
  await person.click(screen.getByRole("button", { name: "In an hour" }));
  await screen.findByText(/^Too many attempts/);
  await person.click(await screen.findByRole("button", { name: "In an hour" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "In an hour" })).toBeNull());
  expect(sentTo(leadCard.saveReminder)[1]).toMatchObject({ recordID: recordOf(51), accountID: accountOf(42) });
});

it("distinguishes a part of the history without entries from one that failed to load", async () => {
  const none = answers(leads.logs, { list: [], total: 0, nextCursor: null } as never);
  const { person, sentTo } = show(<LeadHistory leadId={leadOf(1)} />, {
    server: [inTurn(none, refuses(leads.logs, "TOO_MANY_REQUESTS"))],
  });
  await screen.findByText("Nothing here");
  await person.click(screen.getByText("Notes"));
  await screen.findByText(/^Too many attempts/);
  expect(screen.queryByText("Nothing here")).toBeNull();
  expect(sentTo(leads.logs)[1]).toMatchObject({ leadId: leadOf(1) });
});
