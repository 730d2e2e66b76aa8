// @vitest-environment happy-dom
import { type LeadFamily, leadFamilies } from "@homeroom/contract/lead-families";
import { leads } from "@homeroom/contract/leads";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { branchID, cardOf, leadOf, recordOf, rowOf } from "../../for-tests.ts";
import { AddSibling } from "./add-sibling.tsx";
import { JoinFamily } from "./join-family.tsx";
import { LeadRelations } from "./lead-relations.tsx";

const child = (n: number, nickname: string) => ({
  ...rowOf({ leadId: leadOf(n), nickname }),
  ...{ birthday: "", school: "North", grade: "P3" },
});
const family = (part: Partial<LeadFamily> = {}) =>
  answers(leadFamilies.family, {
    ...{
      familyID: recordOf(5),
      name: "Ho",
      mainLeadId: leadOf(2),
      hasConversation: true,
      members: [child(1, "Amy"), child(2, "Ben")],
    },
    ...part,
  });
const noFamily = family({ familyID: null, name: "", mainLeadId: null, members: [] });
const noDuplicates = answers(leadFamilies.duplicates, { list: [], merged: [] });
const readOnly = { edit: false, assign: false, note: false, chat: false, activate: false };
const reader = cardOf({ can: readOnly });

function open(card: ReturnType<typeof cardOf>, perms: Permission[], ...server: ReturnType<typeof answers>[]) {
  return show(<LeadRelations card={card} />, { perms, server: [...server, noDuplicates] });
}

const buttons = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

it("shows who has the family's conversation, with a link to it", async () => {
  open(cardOf(), [], family());
  await screen.findByText("Family: Ho");
  screen.getByText("North · P3 · has the family’s conversation");
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    `/lead/list?lead=${leadOf(2)}`,
    `/chat/whatsapp?lead=${leadOf(2)}`,
  ]);
});

it.each<[string, Partial<LeadFamily>]>([
  ["has the conversation itself", { mainLeadId: leadOf(1) }],
  ["has a conversation that is out of sight", { mainLeadId: null }],
  ["is of a family that has not written yet", { hasConversation: false }],
])("a lead that %s has no way to another conversation", async (_, part) => {
  open(cardOf(), [], family(part));
  await screen.findByText("Family: Ho");
  expect(screen.queryByText("Go to the family’s conversation")).toBeNull();
  if (part.hasConversation === false) expect(screen.queryByText(/has the family’s conversation/)).toBeNull();
});

it.each<[string, Permission[], string[]]>([
  ["may add leads", ["crm:lead:add"], ["Add a sibling", "Join an existing lead", "Leave the family"]],
  ["only edits leads", [], ["Join an existing lead", "Leave the family"]],
])("somebody who %s is offered (%j): %j", async (_, perms, expected) => {
  open(cardOf(), perms, family());
  await screen.findByText("Family: Ho");
  expect(buttons()).toEqual(expected);
});

it("shows readers a family without buttons, and does not show an empty family", async () => {
  const { sentTo } = open(reader, ["crm:lead:add"], inTurn(family(), noFamily));
  await screen.findByText("Family: Ho");
  expect(buttons()).toEqual([]);
  const second = open(reader, ["crm:lead:add"], noFamily);
  await waitFor(() => expect(second.sentTo(leadFamilies.family)).toHaveLength(1));
  expect(screen.queryByText("Family")).toBeNull();
  expect(sentTo(leadFamilies.family)).toHaveLength(1);
});

it("leaves the family once, however often it is pressed", async () => {
  const { sentTo } = open(cardOf(), [], inTurn(family(), noFamily), answers(leadFamilies.leave, null));
  const button = await screen.findByRole("button", { name: "Leave the family" });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByText("Removed from the family; the contacts stay");
  await screen.findByText(/^No family yet/);
  expect(sentTo(leadFamilies.leave)).toEqual([{ leadId: leadOf(1) }]);
});

it("says why somebody cannot leave the family", async () => {
  const { person } = open(cardOf(), [], family(), refuses(leadFamilies.leave, "TOO_MANY_REQUESTS"));
  await person.click(await screen.findByRole("button", { name: "Leave the family" }));
  await screen.findByText(/^Too many attempts/);
  await screen.findByRole("button", { name: "Leave the family" });
});

const found = answers(leads.list, {
  list: [rowOf(), rowOf({ leadId: leadOf(2), nickname: "Ben", areaCode: "+852", phone: "91234567" })],
  total: 2,
  nextCursor: null,
} as never);

it("joins the family of another lead at the same branch", async () => {
  const onClose = vi.fn();
  const joined = answers(leadFamilies.join, { familyID: recordOf(5) });
  const { person, sentTo } = show(<JoinFamily card={cardOf()} onClose={onClose} />, {
    server: [found, joined, noFamily],
  });
  const dialog = await question("Put Amy into a family");
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Join" }).disabled).toBe(true);
  // The search has the focus.
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole("combobox")));
  await person.click(dialog.getByRole("combobox", { name: "Type a name or phone" }));
  await person.click(await screen.findByTitle("Ben · +852 9123 4567"));
  expect(screen.queryByTitle("Amy")).toBeNull();
  await person.click(dialog.getByRole("button", { name: "Join" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(leadFamilies.join)).toEqual([{ leadId: leadOf(1), withLeadId: leadOf(2) }]);
  expect(sentTo(leads.list)[0]).toMatchObject({ branchID });
});

it("cannot choose people of the same family, and says which family a lead that has one ends up in", async () => {
  const { person, sentTo } = show(<JoinFamily card={cardOf()} onClose={() => undefined} />, {
    server: [found, family()],
  });
  const dialog = await question("Put Amy into a family");
  await dialog.findByText(/^Amy is in a family already/);
  await person.click(dialog.getByRole("combobox", { name: "Type a name or phone" }));
  await person.click(await screen.findByTitle("Ben · +852 9123 4567 · already in this family"));
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Join" }).disabled).toBe(true);
  expect(sentTo(leadFamilies.join)).toEqual([]);
});

it("keeps the chosen lead and says why it cannot be joined", async () => {
  const onClose = vi.fn();
  const full = refuses(leadFamilies.join, "LEAD_FAMILY_FULL");
  const { person } = show(<JoinFamily card={cardOf()} onClose={onClose} />, { server: [found, full, noFamily] });
  const dialog = await question("Put Amy into a family");
  await person.click(dialog.getByRole("combobox", { name: "Type a name or phone" }));
  await person.click(await screen.findByTitle("Ben · +852 9123 4567"));
  await person.click(dialog.getByRole("button", { name: "Join" }));
  await screen.findByRole("alert");
  expect((await dialog.findByRole<HTMLButtonElement>("button", { name: "Join" })).disabled).toBe(false);
  expect(onClose).not.toHaveBeenCalled();
});

it("creates a sibling once under an id of its own, and shows it", async () => {
  const onClose = vi.fn();
  const { person, sentTo, search } = show(<AddSibling card={cardOf()} onClose={onClose} />, {
    server: [
      inTurn(
        refuses(leadFamilies.addSibling, "TOO_MANY_REQUESTS"),
        answers(leadFamilies.addSibling, { leadId: leadOf(7) }),
      ),
    ],
  });
  const save = () => person.click(screen.getByRole("button", { name: /Save/ }));
  await save();
  await waitFor(() => expect(screen.getByLabelText(/^Name/).getAttribute("aria-invalid")).toBe("true"));
  expect(sentTo(leadFamilies.addSibling)).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Cai" } });
  await save();
  await waitFor(() => expect(sentTo(leadFamilies.addSibling)).toHaveLength(1));
  await screen.findByText(/^Too many attempts/);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Cai");
  await save();
  await waitFor(() => expect(search()).toBe(`?lead=${leadOf(7)}`));
  const ids = sentTo(leadFamilies.addSibling).map((sent) => (sent as { form: { siblingId: string } }).form.siblingId);
  expect(new Set(ids).size).toBe(1);
  expect(onClose).toHaveBeenCalledOnce();
});
