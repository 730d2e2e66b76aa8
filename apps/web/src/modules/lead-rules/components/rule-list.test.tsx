// @vitest-environment happy-dom
import { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import { type LeadRuleRow, leadRules } from "@homeroom/contract/lead-rules";
import type { Permission } from "@homeroom/contract/permissions";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { answers, inTurn, refuses, show } from "#ui/for-tests.ts";
import { Absences } from "./absences.tsx";
import { RuleList } from "./rule-list.tsx";

const uuid = (n: number) => `019aaaaa-0000-7000-8000-00000000000${n}`;
const [recordID, branchID, me] = [RecordId.parse(uuid(1)), BranchId.parse(uuid(2)), AccountId.parse(uuid(3))];
const ruleOf = (part: Partial<LeadRuleRow> = {}): LeadRuleRow =>
  ({
    ...{ recordID, branchID, branchName: "Central", allChannels: true, channel: null, secondaryChannel: null },
    ...{ countries: [], districts: [], assignmentRule: "manual", repeatRule: "sameSales", status: 1, version: 4 },
    ...{ notificationEmail: [], sales: [], hours: [], assigned: 0, needsAttention: false },
    ...part,
  }) as never;
const page = (list: LeadRuleRow[], total = list.length) =>
  answers(leadRules.list, { list, total, pageNum: 1, pageSize: 50 });
const everything: Permission[] = ["crm:rule:add", "crm:rule:edit", "crm:rule:delete"];

const open = (server: ReturnType<typeof answers>[], perms = everything, search = "") =>
  show(<RuleList add={<button type="button">Add a rule</button>} />, { perms, server, search });

it("shows the rules read-only to people without permission to change them", async () => {
  open([page([ruleOf({ status: 0 })])], []);
  await screen.findByText("All channels");
  expect(screen.getByRole<HTMLButtonElement>("switch").disabled).toBe(true);
  screen.getByText("Off");
  expect(screen.queryByRole("button", { name: /^(Edit|Delete)/ })).toBeNull();
});

it("names the branch of a rule only if there are rules of several", async () => {
  const other = ruleOf({ recordID: RecordId.parse(uuid(5)), branchID: BranchId.parse(uuid(6)), branchName: "East" });
  open([page([ruleOf(), other])]);
  await screen.findByText("East");
  expect(screen.getByText("Central")).toBeTruthy();
});

it("offers to add the first rule, or to clear filters without a match", async () => {
  const { person, search } = open([page([])], everything, "?status=0");
  await screen.findByText("No rule fits");
  expect(screen.queryByText("Add a rule")).toBeNull();
  const clears = screen.getAllByRole("button", { name: "Clear filters" });
  await person.click(clears.at(-1) as HTMLElement);
  await screen.findByText("No rules yet");
  screen.getByText("Add a rule");
  expect(search()).toBe("");
});

it("turns a rule off once, however often the switch is pressed", async () => {
  const { sentTo } = open([
    inTurn(page([ruleOf()]), page([ruleOf({ status: 0, version: 5 })])),
    answers(leadRules.save, { recordID }),
  ]);
  const turn = await screen.findByRole("switch", { name: "Rule for All channels in use" });
  fireEvent.click(turn);
  fireEvent.click(turn);
  await screen.findByText("The rule is off");
  expect(sentTo(leadRules.save)).toEqual([expect.objectContaining({ recordID, version: 4, status: 0 })]);
});

it("turns the switch back and says why a rule cannot be turned off", async () => {
  const { person } = open([page([ruleOf()]), refuses(leadRules.save, "TOO_MANY_REQUESTS")]);
  const turn = await screen.findByRole("switch");
  await person.click(turn);
  await screen.findByText(/^Too many attempts/);
  await waitFor(() => expect(turn.getAttribute("aria-checked")).toBe("true"));
});

it("restores a deleted rule unchanged, as a new version", async () => {
  const server = [page([ruleOf()]), answers(leadRules.remove, null), answers(leadRules.save, { recordID })];
  const { person, sentTo } = open(server);
  await person.click(await screen.findByRole("button", { name: "Delete the rule for All channels" }));
  await screen.findByText("Deleted the rule for All channels");
  await person.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sentTo(leadRules.save)).toHaveLength(1));
  expect(sentTo(leadRules.save)[0]).toMatchObject({ recordID, allChannels: true, status: 1 });
  expect(sentTo(leadRules.save)[0]).not.toHaveProperty("version");
});

it("deletes a rule once, however often the button is pressed", async () => {
  const { sentTo } = open([inTurn(page([ruleOf()]), page([])), answers(leadRules.remove, null)]);
  const remove = await screen.findByRole("button", { name: "Delete the rule for All channels" });
  fireEvent.click(remove);
  fireEvent.click(remove);
  await screen.findByText("No rules yet");
  expect(sentTo(leadRules.remove)).toEqual([{ recordID }]);
});

it("says why a deleted rule cannot be restored", async () => {
  const server = [inTurn(page([ruleOf()]), page([])), answers(leadRules.remove, null)];
  const { person } = open([...server, refuses(leadRules.save, "TOO_MANY_REQUESTS")]);
  await person.click(await screen.findByRole("button", { name: "Delete the rule for All channels" }));
  await screen.findByText("No rules yet");
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByText(/^Too many attempts/);
});

it("says why more rules did not load, and retries", async () => {
  const next = { list: [ruleOf({ recordID: RecordId.parse(uuid(5)) })], total: 51, pageNum: 2, pageSize: 50 };
  const { person } = open([
    inTurn(page([ruleOf()], 51), refuses(leadRules.list, "TOO_MANY_REQUESTS"), answers(leadRules.list, next as never)),
  ]);
  await person.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.getAllByText("All channels")).toHaveLength(2));
});

const absence = {
  ...{ recordID, accountID: me, nickname: "Ann", from: "2026-11-26", until: "2026-11-28", note: "Course", version: 1 },
  creator: "Bob",
};
const absences = (...list: object[]) => answers(leadRules.absences, list as never);
const user = { accountID: me, nickname: "Ann", branch: { branchID, timezone: "Asia/Hong_Kong" } };

it("requests no people for a person who only reads rules, and shows their own days", async () => {
  const { sentTo } = show(<Absences />, { user, server: [absences(absence)] });
  await screen.findByText("Course");
  screen.getByText(/Bob/);
  expect(sentTo(leadRules.people)).toEqual([]);
});

it("removes an absence at once and restores it with Undo", async () => {
  const server = [inTurn(absences(absence), absences()), answers(leadRules.removeAbsence, null)];
  const { person, sentTo } = show(<Absences />, {
    user,
    server: [...server, answers(leadRules.saveAbsence, { recordID })],
  });
  await person.click(await screen.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Course")).toBeNull());
  await person.click(await screen.findByRole("button", { name: "Undo" }));
  const { accountID, from, until, note } = absence;
  await waitFor(() => expect(sentTo(leadRules.saveAbsence)).toEqual([{ recordID, accountID, from, until, note }]));
});

it("removes an absence once, however often the button is pressed", async () => {
  const server = [inTurn(absences(absence), absences()), answers(leadRules.removeAbsence, null)];
  const { sentTo } = show(<Absences />, { user, server });
  const remove = await screen.findByRole("button", { name: "Delete" });
  fireEvent.click(remove);
  fireEvent.click(remove);
  await waitFor(() => expect(screen.queryByText("Course")).toBeNull());
  expect(sentTo(leadRules.removeAbsence)).toEqual([{ recordID }]);
});

it("says why the absences did not load, and retries", async () => {
  const { person } = show(<Absences />, {
    user,
    server: [inTurn(refuses(leadRules.absences, "TOO_MANY_REQUESTS"), absences(absence))],
  });
  await screen.findByText(/^Too many attempts/);
  await person.click(screen.getByRole("button", { name: /Try again/ }));
  await screen.findByText("Course");
});

it("asks a manager who does not get leads themselves whose absence it is", async () => {
  const bob = { accountID: me, nickname: "Bob", openLeads: 0, absentToday: false };
  const { person, sentTo } = show(<Absences />, {
    perms: ["crm:rule:edit"],
    user: { ...user, accountID: AccountId.parse(uuid(8)) },
    server: [absences(), answers(leadRules.people, [bob])],
  });
  await screen.findAllByText("Bob");
  await person.click(screen.getByRole("button", { name: "Add absence" }));
  await person.click(await screen.findByRole("button", { name: "Save" }));
  await screen.findByText("This field is required");
  expect(sentTo(leadRules.saveAbsence)).toEqual([]);
});
