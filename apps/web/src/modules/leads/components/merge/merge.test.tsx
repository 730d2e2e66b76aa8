// @vitest-environment happy-dom
import { type LeadMerge, leadFamilies } from "@homeroom/contract/lead-families";
import { type LeadCard, leads } from "@homeroom/contract/leads";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { Form, Input } from "antd";
import { expect, it, vi } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { cardOf, choiceAnswers, leadOf, recordOf, rowOf } from "../../for-tests.ts";
import { LeadDuplicates } from "../../screens/lead-duplicates.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { DuplicatesSection } from "./duplicates-section.tsx";
import { SimilarHint } from "./similar-hint.tsx";

const amy = cardOf({ email: "amy@x.test", phone: "", version: 4, school: "North" });
const twin = cardOf({ leadId: leadOf(2), nickname: "Amy H", phone: "91234567", areaCode: "+852", version: 7 });
const merged = answers(leadFamilies.merge, { recordID: recordOf(9) });

function compare(server: ReturnType<typeof answers>[], cards: LeadCard[] = [amy, twin]) {
  const [first, ...others] = cards.map((card) => answers(leads.info, card)) as [ReturnType<typeof answers>];
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  const shown = show(<CompareDialog leadId={leadOf(1)} otherId={leadOf(2)} onDone={onDone} onClose={onClose} />, {
    server: [inTurn(first, ...others), ...server, ...choiceAnswers],
  });
  return { ...shown, onDone, sent: () => shown.sentTo(leadFamilies.merge) };
}

const chosen = (field: string) =>
  [...(screen.getByRole("rowheader", { name: field }).closest("tr")?.querySelectorAll("input") ?? [])].map(
    ({ checked }) => checked,
  );

it("fills empty fields of the lead to keep, and hides fields that are equal", async () => {
  compare([]);
  await screen.findByRole("rowheader", { name: "Phone" });
  expect(chosen("Phone")).toEqual([false, true]);
  expect(chosen("E-mail")).toEqual([true, false]);
  expect(chosen("Name")).toEqual([true, false]);
  expect(screen.queryByRole("rowheader", { name: "Grade" })).toBeNull();
});

it("sends only the person's choices, with the versions that they saw", async () => {
  const { person, sent, onDone } = compare([merged]);
  await person.click(await screen.findByRole("radio", { name: "Amy H" }));
  await person.click(screen.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(leadOf(1)));
  const choices = { nickname: "from" };
  expect(sent()).toEqual([{ keep: leadOf(1), from: leadOf(2), choices, versions: { keep: 4, from: 7 } }]);
});

it("keeps the remarks of both unless a person chooses one, and lets them change their mind", async () => {
  const { person, sent } = compare(
    [merged],
    [cardOf({ ...amy, notes: "Likes piano" }), { ...twin, notes: "Asked twice" }],
  );
  const both = await screen.findByRole<HTMLInputElement>("radio", { name: "Keep both" });
  expect(both.checked).toBe(true);
  const [piano] = screen.getAllByRole<HTMLInputElement>("radio", { name: "Likes piano" });
  await person.click(piano as HTMLElement);
  expect([both.checked, piano?.checked]).toEqual([false, true]);
  await person.click(both);
  expect([both.checked, piano?.checked]).toEqual([true, false]);
  await person.click(screen.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ choices: {} });
  expect(sent()[0]).not.toHaveProperty("choices.notes");
});

it("resets the choices when the other lead is kept", async () => {
  const { person, sent } = compare([merged]);
  await person.click(await screen.findByRole("radio", { name: "Amy H" }));
  await person.click(screen.getByRole("radio", { name: /^Keep “Amy H”/ }));
  expect(chosen("Phone")).toEqual([true, false]);
  await person.click(screen.getByRole("button", { name: "Merge" }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toEqual({ keep: leadOf(2), from: leadOf(1), choices: {}, versions: { keep: 7, from: 4 } });
});

it("says why leads were not merged, keeps the choices and continues with the current leads", async () => {
  const newer = { ...amy, version: 5 };
  const { person, sent, onDone } = compare(
    [inTurn(refuses(leadFamilies.merge, "STALE_DATA"), merged)],
    [amy, twin, newer, twin],
  );
  await person.click(await screen.findByRole("radio", { name: "Amy H" }));
  await person.click(screen.getByRole("button", { name: "Merge" }));
  await screen.findByRole("alert");
  expect(onDone).not.toHaveBeenCalled();
  await person.click(await screen.findByRole("button", { name: "Merge" }));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(leadOf(1)));
  expect(sent()[1]).toMatchObject({ choices: { nickname: "from" }, versions: { keep: 5, from: 7 } });
});

it("offers nothing to merge while one of the leads cannot be shown", async () => {
  const gone = refuses(leads.info, "NOT_FOUND");
  show(<CompareDialog leadId={leadOf(1)} otherId={leadOf(2)} onDone={vi.fn()} onClose={vi.fn()} />, {
    server: [inTurn(answers(leads.info, amy), gone)],
  });
  await screen.findByRole("alert");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Merge" }).disabled).toBe(true);
});

it("compares two leads once both have loaded, without refetching the loaded one", async () => {
  const refused = refuses(leads.info, "TOO_MANY_REQUESTS");
  const server = [inTurn(answers(leads.info, amy), refused, answers(leads.info, twin))];
  const dialog = <CompareDialog leadId={leadOf(1)} otherId={leadOf(2)} onDone={vi.fn()} onClose={vi.fn()} />;
  const { person, sentTo } = show(dialog, { server });
  await person.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByRole("radio", { name: /^Keep “Amy H”/ });
  expect(screen.queryByRole("alert")).toBeNull();
  expect(sentTo(leads.info)).toEqual([1, 2, 2].map((n) => ({ leadId: leadOf(n) })));
});

const merge: LeadMerge = {
  recordID: recordOf(9),
  nickname: "Amy H",
  operator: "Ann",
  createTime: "2026-11-26T01:00:00Z",
};
const found = (merges: LeadMerge[] = []) =>
  answers(leadFamilies.duplicates, {
    list: [{ lead: rowOf({ leadId: leadOf(2), nickname: "Amy H" }), why: ["phone"] }],
    merged: merges,
  } as never);

it.each<[string, boolean, Permission[], string[]]>([
  ["only reads the lead", false, ["crm:lead:edit", "crm:lead:delete"], []],
  ["edits leads", true, ["crm:lead:edit"], ["Not the same"]],
  ["edits and deletes leads", true, ["crm:lead:delete"], ["Compare and merge", "Not the same", "Undo"]],
])("somebody who %s is offered these (may edit: %s, %j): %j", async (_, mayEdit, perms, expected) => {
  show(<DuplicatesSection leadId={leadOf(1)} mayEdit={mayEdit} />, { perms, server: [found([merge])] });
  await screen.findByText("Possible duplicate");
  expect(screen.queryAllByRole("button").map(({ textContent }) => textContent)).toEqual(expected);
});

it("undoes a merge once, however often it is pressed, and names what could not be undone", async () => {
  const undone = answers(leadFamilies.undoMerge, { leadId: leadOf(2), stayed: ["phone", "other"] });
  const { sentTo } = show(<DuplicatesSection leadId={leadOf(1)} mayEdit />, {
    perms: ["crm:lead:delete"],
    server: [found([merge]), undone],
  });
  const button = await screen.findByRole("button", { name: "Undo" });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText("The merge was undone. Changed since and left as they are: Phone, other fields");
  expect(sentTo(leadFamilies.undoMerge)).toEqual([{ recordID: recordOf(9) }]);
});

it("says so when two leads could not be marked as two people", async () => {
  const { person } = show(<DuplicatesSection leadId={leadOf(1)} mayEdit />, {
    server: [found(), refuses(leadFamilies.notSame, "TOO_MANY_REQUESTS")],
  });
  await person.click(await screen.findByRole("button", { name: "Not the same" }));
  await screen.findByText(/^Too many attempts/);
});

function Written({ phone = "", nickname = "" }: { phone?: string; nickname?: string }) {
  return (
    <Form initialValues={{ phone, nickname }}>
      <SimilarHint />
      <Form.Item name="phone">
        <Input aria-label="phone" />
      </Form.Item>
      <Form.Item name="nickname">
        <Input aria-label="nickname" />
      </Form.Item>
    </Form>
  );
}

it("warns before saving that a number belongs to a lead that the person cannot see", async () => {
  const taken = answers(leadFamilies.similar, { list: [], taken: ["phone"] });
  show(<Written phone="91234567" />, { server: [taken] });
  await screen.findByText("Another lead has this already, so saving will be refused: Phone");
  expect(screen.queryByRole("list")).toBeNull();
});

it("shows similar leads once there is enough to compare", async () => {
  const similar = answers(leadFamilies.similar, {
    list: [{ lead: rowOf(), why: ["similarName"] }],
    taken: [],
  } as never);
  const { sentTo } = show(<Written phone="9123" nickname="A" />, { server: [similar] });
  fireEvent.change(screen.getByRole("textbox", { name: "nickname" }), { target: { value: " Am " } });
  await screen.findByText("This person may already exist");
  screen.getByText("Similar name");
  expect(sentTo(leadFamilies.similar)).toEqual([expect.objectContaining({ nickname: "Am", phone: "9123" })]);
});

const groups = (list: object[], nextCursor: string | null = null) =>
  answers(leadFamilies.duplicateList, { list, nextCursor } as never);
const group = {
  ...{ why: "email", value: "amy@x.test", total: 3 },
  members: [
    rowOf({ nickname: "Later", leadId: leadOf(2), createTime: "2026-11-26T01:00:00Z" }),
    rowOf({ nickname: "First", leadId: leadOf(3), createTime: "2026-11-01T01:00:00Z" }),
  ],
};

it("compares each lead of a group with the oldest one", async () => {
  const { person, sentTo } = show(<LeadDuplicates />, {
    perms: ["crm:lead:edit", "crm:lead:delete"],
    search: "?by=email",
    server: [groups([group]), refuses(leads.info, "NOT_FOUND"), answers(leadFamilies.notSame, null)],
  });
  await screen.findByText("3 leads");
  expect(screen.getAllByRole("link").map(({ textContent }) => textContent)).toEqual(["First", "Later"]);
  await person.click(screen.getByRole("button", { name: "Not the same" }));
  await waitFor(() => expect(sentTo(leadFamilies.notSame)).toEqual([{ leadId: leadOf(3), otherId: leadOf(2) }]));
  expect(sentTo(leadFamilies.duplicateList)[0]).toEqual({ by: "email" });
});

it.each([
  ["phone", "85291234567", "+852 9123 4567"],
  ["email", "amy@x.test", "amy@x.test"],
  // The comparison key of a name is not shown.
  ["name", "73508twinwong", "First"],
])("names a group by the %s that its leads share", async (why, value, title) => {
  show(<LeadDuplicates />, { search: `?by=${why}`, server: [groups([{ ...group, why, value }])] });
  await screen.findByRole("region", { name: title });
  expect(screen.queryByText("73508twinwong")).toBeNull();
});

it("skips pages without groups by itself, up to the last one", async () => {
  const { sentTo } = show(<LeadDuplicates />, { server: [inTurn(groups([], "a"), groups([], "b"), groups([]))] });
  await screen.findByText("No duplicates");
  expect(sentTo(leadFamilies.duplicateList)).toEqual([
    { by: "phone" },
    { by: "phone", cursor: "a" },
    { by: "phone", cursor: "b" },
  ]);
});

it("says why the search for duplicates stopped, and continues on request", async () => {
  const refused = refuses(leadFamilies.duplicateList, "TOO_MANY_REQUESTS");
  const { person } = show(<LeadDuplicates />, {
    search: "?by=email",
    server: [inTurn(groups([group], "a"), refused, groups([{ ...group, value: "ben@x.test" }]))],
  });
  await person.click(await screen.findByRole("button", { name: "Go on looking" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("ben@x.test");
});
