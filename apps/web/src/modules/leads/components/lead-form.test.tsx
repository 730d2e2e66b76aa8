// @vitest-environment happy-dom
import { BranchId } from "@homeroom/contract/ids";
import { leadFamilies } from "@homeroom/contract/lead-families";
import { leads } from "@homeroom/contract/leads";
import { media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { answers, inTurn, question, refuses, show } from "#ui/for-tests.ts";
import { accountOf, branchID, cardOf, choiceAnswers, leadOf, recordOf } from "../for-tests.ts";
import { AddLead, EditLead } from "./lead-form.tsx";

const otherBranch = BranchId.parse("019aaaaa-0000-7000-8000-000000000901");
const added = answers(leads.add, { leadId: leadOf(1) });
const usual = [
  answers(leadFamilies.similar, { list: [], taken: [] }),
  answers(member.branchList, [
    { value: branchID, label: "Central" },
    { value: otherBranch, label: "East" },
  ] as never),
  ...choiceAnswers,
];
const user = { accountID: accountOf(41), roles: ["SALES"], branch: { branchID, timezone: "Asia/Hong_Kong" } };

interface Open {
  server?: ReturnType<typeof answers>[];
  perms?: readonly Permission[];
  more?: object;
}

function add({ server = [added], perms = ["crm:lead:assign"], more = {} }: Open = {}) {
  const [onDone, onClose] = [vi.fn(), vi.fn()];
  const form = <AddLead onDone={onDone} onClose={onClose} />;
  return { ...show(form, { perms, user: { ...user, ...more }, server: [...server, ...usual] }), onDone, onClose };
}

function edit(server: ReturnType<typeof answers>[], part: Parameters<typeof cardOf>[0] = {}, perms: Permission[] = []) {
  const onDone = vi.fn();
  const card = cardOf(part);
  const form = <EditLead card={card} onDone={onDone} onClose={vi.fn()} />;
  return { ...show(form, { perms, user, server: [...server, answers(leads.info, card), ...usual] }), onDone };
}

type Person = ReturnType<typeof show>["person"];

// By label, since a search by role is slow in a long form.
const field = (name: RegExp | string) => screen.getAllByLabelText<HTMLInputElement>(name)[0] as HTMLInputElement;
const write = (name: RegExp | string, value: string) => fireEvent.change(field(name), { target: { value } });
const chosenIn = (name: RegExp) =>
  field(name)
    .closest(".ant-select")
    ?.textContent.replace(/^Choose$/, "") ?? "";

async function choose(person: Person, name: RegExp, option: string) {
  await person.click(field(name));
  await person.click((await screen.findAllByTitle(option)).at(-1) as HTMLElement);
}

const save = () => screen.getByText("Save").closest("button") as HTMLButtonElement;

it("a new lead starts with its writer as sales and the area code of the branch", async () => {
  const { person, sentTo, onDone } = add();
  write("Name", "Amy");
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(leadOf(1)));
  expect(sentTo(leads.add)).toMatchObject([{ nickname: "Amy", areaCode: "+852", branchID, sales: accountOf(41) }]);
});

it("a new lead by somebody who is not in sales starts without sales", async () => {
  const { person, sentTo } = add({ more: { roles: ["OWNER"] } });
  write("Name", "Amy");
  await person.click(save());
  await waitFor(() => expect(sentTo(leads.add)).toMatchObject([{ sales: null }]));
});

it("a refused lead keeps its input, and a retry sends the same lead", async () => {
  const { person, sentTo, onDone } = add({ server: [inTurn(refuses(leads.add, "TOO_MANY_REQUESTS"), added)] });
  write("Name", "Amy");
  await person.click(save());
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Too many attempts/);
  expect(field("Name").value).toBe("Amy");
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  const [first, second] = sentTo(leads.add) as { leadId: string }[];
  expect(second?.leadId).toBe(first?.leadId);
});

it("shows the server's error at its field, and sends nothing without a name", async () => {
  const taken = { field: "phone", name: "FIELD_INVALID" as const, message: "Another lead has this number" };
  const { person, sentTo } = add({ server: [refuses(leads.add, "FIELD_INVALID", [taken])] });
  await person.click(save());
  await waitFor(() => expect(document.activeElement).toBe(field("Name")));
  expect(sentTo(leads.add)).toEqual([]);
  write("Name", "Amy");
  await person.click(save());
  await screen.findByText("Another lead has this number");
});

it("offers the people of the chosen branch, and clears those of the previous one", async () => {
  const { person, sentTo } = add({ perms: ["crm:lead:assign", "org:branch:query"] });
  await screen.findByLabelText("Branch");
  await waitFor(() => expect(chosenIn(/^Sales/)).toBe("Ann"));
  await choose(person, /^Branch/, "East");
  await waitFor(() => expect(sentTo(member.salesList)).toContainEqual({ branchID: otherBranch }));
  expect(chosenIn(/^Sales/)).toBe("");
  await choose(person, /^Sales/, "Bob");
  write("Name", "Amy");
  await person.click(save());
  await waitFor(() => expect(sentTo(leads.add)).toMatchObject([{ branchID: otherBranch, sales: accountOf(42) }]));
});

it("does not ask people who see only one branch for it", async () => {
  add();
  await screen.findByText("Ann");
  expect(screen.queryByLabelText("Branch")).toBeNull();
});

it.each<[string, Partial<Parameters<typeof cardOf>[0]>, Permission[], string[]]>([
  ["whose sales is somebody else", { sales: accountOf(42) }, [], []],
  ["that nobody holds", { sales: null }, [], ["Ann"]],
  ["that they hold", { sales: accountOf(41) }, [], ["Ann"]],
  ["whose sales is somebody else", { sales: accountOf(42) }, ["crm:lead:assign"], ["Ann", "Bob"]],
])("a person can give out a lead %s: %j with %j", async (_, part, perms, offered) => {
  const disabled = offered.length === 0;
  const { person } = edit([], part, perms);
  await waitFor(() => expect(field(/^Sales/).disabled).toBe(disabled));
  if (disabled) return;
  await person.click(field(/^Sales/));
  const list = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(".ant-select-dropdown");
    if (!found) throw new Error("The list is not open.");
    return within(found);
  });
  await list.findByTitle(offered[0] ?? "");
  expect(list.queryAllByTitle(/^(Ann|Bob)$/).map(({ title }) => title)).toEqual(offered);
});

it("clears the secondary channel when another channel is chosen", async () => {
  const channels = answers(media.channels, [
    { recordID: recordOf(61), name: "Web", children: [{ recordID: recordOf(63), name: "Page" }] },
    { recordID: recordOf(62), name: "Street", children: [] },
  ] as never);
  const { person, sentTo } = edit([channels, answers(leads.edit, null)], {
    ...{ channel: recordOf(61), secondaryChannel: recordOf(63) },
  });
  await waitFor(() => expect(chosenIn(/^Secondary channel/)).toBe("Page"));
  await choose(person, /^Channel/, "Street");
  await waitFor(() => expect(chosenIn(/^Secondary channel/)).toBe(""));
  expect(field(/^Secondary channel/).disabled).toBe(true);
  await person.click(save());
  await waitFor(() => expect(sentTo(leads.edit)).toMatchObject([{ channel: recordOf(62), secondaryChannel: null }]));
});

it("shows what somebody else has saved meanwhile, keeps the person's input and saves on top of it", async () => {
  const theirs = cardOf({ version: 5, school: "South", nickname: "Amy" });
  const server = [inTurn(refuses(leads.edit, "STALE_DATA"), answers(leads.edit, null)), answers(leads.info, theirs)];
  const { person, sentTo, onDone } = edit(server, { version: 4 });
  write("Name", "Amy Lee");
  await person.click(save());
  await waitFor(() => expect(sentTo(leads.info)).toHaveLength(1));
  await waitFor(() => expect(save()).toHaveProperty("disabled", false));
  expect(field("Name").value).toBe("Amy Lee");
  await person.click(save());
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(sentTo(leads.edit)[1]).toMatchObject({ version: 5, nickname: "Amy Lee" });
});

it("asks before input is lost", async () => {
  const { person, onClose } = add();
  write("Name", "Amy");
  await person.click(screen.getByText("Cancel"));
  await question("Unsaved changes");
  expect(onClose).not.toHaveBeenCalled();
});

it("offers to activate the app only to people who can", () => {
  add({ perms: ["crm:lead:activate"] });
  expect(screen.getByLabelText(/^App/)).toBeTruthy();
});
